import { MY_DATA_PATH } from '@karat/contract/safer-play';
import { TRANSACTIONS_CSV_PATH } from '@karat/contract/wallet';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { Panel } from './panel.tsx';
import { useSaferPlayText } from './words/safer-play-text.ts';

const DeleteModal = lazyComponent(async () => (await import('./delete-modal.tsx')).DeleteModal);

/** Data export and account deletion. */
export function DataPanel() {
  const { data: t } = useSaferPlayText();
  const [isModalOpen, setModalOpen] = useState(false);
  return (
    <Panel id="data" title={t.title} text={t.text}>
      <div className="flex flex-wrap gap-3">
        {/* Plain links: the browser saves a file while the server is still writing it. */}
        <a href={MY_DATA_PATH} download className={buttonClass()}>
          <Download size={18} aria-hidden />
          {t.everything}
        </a>
        <a href={TRANSACTIONS_CSV_PATH} download className={buttonClass()}>
          <Download size={18} aria-hidden />
          {t.ledger}
        </a>
      </div>
      <div className="mt-5 border-t border-line pt-4">
        <h3 className="font-semibold">{t.deleteTitle}</h3>
        <p className="mt-0.5 mb-3 text-pretty text-fg-2">{t.deleteText}</p>
        <Button variant="danger" onClick={() => setModalOpen(true)}>
          {t.start}
        </Button>
      </div>
      <MountWhenOpened isOpen={isModalOpen}>
        <DeleteModal isOpen={isModalOpen} onClose={() => setModalOpen(false)} />
      </MountWhenOpened>
    </Panel>
  );
}
