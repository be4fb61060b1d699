import { RARITIES } from '@karat/rules/items';
import { Bell, Box, Plus, Swords } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { DropFeed } from '#features/openings/openings.tsx';
import { formatPercent } from '#i18n/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { BalanceCounter } from '#ui/balance-counter.tsx';
import { Brand } from '#ui/brand.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { ItemCard } from '#ui/item-card.tsx';
import { Menu, MenuAction, MenuChoices, MenuSeparator } from '#ui/menu.tsx';
import { Modal } from '#ui/modal.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { PopoverPanel } from '#ui/popover-panel.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { TabLinks } from '#ui/tab-links.tsx';
import { RelativeTime, TableTime } from '#ui/time.tsx';
import { showToast, showTopToast } from '#ui/toast.ts';
import { Tooltip } from '#ui/tooltip.tsx';
import { EmptyView, ErrorView, LoadingView, NotFoundView } from '#ui/views.tsx';

const SOME_TIME = '2026-03-03T14:05:09.000Z';

/** Every component of `ui` on one page. In development only; its texts are not translated. */
export function KitPage() {
  return (
    <>
      <PageHeading title="Kit" lead="Every component in all its states." />
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
        <Buttons />
        <Fields />
        <Overlays />
        <Numbers />
        <Avatars />
        <Items />
        <Lists />
        <Views />
      </div>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="surface p-5">
      <h2 className="mb-4 font-display text-h2 font-bold">{title}</h2>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </section>
  );
}

function Buttons() {
  return (
    <Section title="Buttons">
      <Button variant="primary" size="main" icon={<Plus size={20} aria-hidden />}>
        Main action
      </Button>
      <Button variant="primary">Primary</Button>
      <Button>Secondary</Button>
      <Button variant="quiet">Quiet</Button>
      <Button variant="danger">Danger</Button>
      <Button size="dense">Dense</Button>
      <Button isPending>Pending</Button>
      <Button disabled>Disabled</Button>
      <IconButton label="Tile">
        <Bell size={20} aria-hidden />
      </IconButton>
      <IconButton label="Bare" variant="bare">
        <Bell size={20} aria-hidden />
      </IconButton>
      <Tooltip text="A word more">
        <Button>Tooltip</Button>
      </Tooltip>
      <CopyButton text="copied from the kit" />
    </Section>
  );
}

function Fields() {
  const [text, setText] = useState('');
  const [map, setMap] = useState<'awp_lego' | 'aim_redline'>();
  return (
    <Section title="Fields">
      <div className="w-full space-y-4">
        <Field label="Plain" hint="A hint." />
        <Field label="Wrong" error="E-mail gerekli." />
        <Field label="Password" type="password" autoComplete="off" />
        <SearchBox label="Search" value={text} onChange={setText} />
        <RadioCards
          label="Map"
          name="kit-map"
          value={map}
          onChoose={setMap}
          cards={[
            { value: 'awp_lego', label: 'awp_lego' },
            { value: 'aim_redline', label: 'aim_redline', text: 'with a line below' },
          ]}
        />
      </div>
    </Section>
  );
}

function Overlays() {
  const [open, setOpen] = useState<'modal' | 'picker' | 'bottom' | 'right' | 'panel'>();
  const [order, setOrder] = useState<'newest' | 'oldest'>('newest');
  const close = () => setOpen(undefined);
  return (
    <Section title="Overlays and toasts">
      <Button onClick={() => setOpen('modal')}>Modal</Button>
      <Button onClick={() => setOpen('picker')}>Picker</Button>
      <Button onClick={() => setOpen('bottom')}>Sheet, bottom</Button>
      <Button onClick={() => setOpen('right')}>Sheet, right</Button>
      <Menu trigger={<Button>Menu</Button>} align="start">
        <MenuChoices
          value={order}
          onChoose={setOrder}
          choices={[
            { value: 'newest', label: 'Newest' },
            { value: 'oldest', label: 'Oldest' },
          ]}
        />
        <MenuSeparator />
        <MenuAction isDanger onSelect={() => undefined}>
          Danger
        </MenuAction>
      </Menu>
      <PopoverPanel
        title="Panel"
        trigger={<Button>Panel</Button>}
        isOpen={open === 'panel'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'panel' : undefined)}
      >
        <p className="p-4">Scrolls above 24rem.</p>
      </PopoverPanel>
      <Button onClick={() => showToast('success', 'Bottom left, 3 s')}>Toast</Button>
      <Button onClick={() => showTopToast('error', 'Top right, 5 s')}>Top toast</Button>
      <Modal isOpen={open === 'modal'} onClose={close} title="Modal" text="At most 520 wide.">
        <Button onClick={close}>Close</Button>
      </Modal>
      <Modal isOpen={open === 'picker'} onClose={close} title="Picker" width="picker">
        <Button onClick={close}>Close</Button>
      </Modal>
      <Sheet isOpen={open === 'bottom'} onClose={close} title="Sheet" side="bottom">
        <p className="p-4">From below.</p>
      </Sheet>
      <Sheet isOpen={open === 'right'} onClose={close} title="Sheet" side="right">
        <p className="p-4">From the right.</p>
      </Sheet>
    </Section>
  );
}

function Numbers() {
  const [balance, setBalance] = useState(1_234_567);
  return (
    <Section title="Numbers and times">
      <Diamonds amount={1_234_567} />
      <span>{formatPercent(7.25)}</span>
      <BalanceCounter value={balance} />
      <Button size="dense" onClick={() => setBalance(balance + 25_000)}>
        Win
      </Button>
      <Button size="dense" onClick={() => setBalance(Math.max(0, balance - 250_000))}>
        Spend
      </Button>
      <TableTime iso={SOME_TIME} />
      <RelativeTime iso={SOME_TIME} />
    </Section>
  );
}

function Avatars() {
  const ratings = [500, 1_500, 2_200, 2_700, 3_200, 3_700, 4_500, 6_000];
  return (
    <Section title="Brand, avatars, badges">
      <Brand isWhole />
      {ratings.map((elo) => (
        <Avatar key={elo} src="" username={`player ${elo}`} elo={elo} size={48} />
      ))}
      <Avatar src="/no-such-picture.webp" username="Şafak" size={48} />
      <Badge>Neutral</Badge>
      <Badge tone="primary">Primary</Badge>
      <Badge tone="success">Success</Badge>
      <Badge tone="warn">Warn</Badge>
      <Badge tone="danger">Danger</Badge>
      <Spinner />
    </Section>
  );
}

function Items() {
  return (
    <Section title="Items">
      <ul className="grid w-full grid-cols-2 gap-3 sm:grid-cols-4">
        {RARITIES.map((rarity) => (
          <li key={rarity}>
            <ItemCard name="AK-47 | Neon Hive" exterior="Factory New" rarity={rarity} image="">
              <Diamonds amount={12_500} className="text-card" />
            </ItemCard>
          </li>
        ))}
      </ul>
      <div className="w-full">
        <DropFeed drops={[]} />
        <DropFeed drops={undefined} />
      </div>
    </Section>
  );
}

function Lists() {
  return (
    <Section title="Lists">
      <div className="w-full space-y-5">
        <TabLinks
          label="Tabs"
          tabs={[
            { to: '/dev/kit', label: 'This page', isCurrent: true },
            { to: '/', label: 'Another', isCurrent: false },
          ]}
        />
        <DataTable
          label="Games"
          rowKey={({ id }) => id}
          rows={[{ id: 1, game: '1v1', pot: 12_500 }]}
          columns={[
            { key: 'game', label: 'Game', renderCell: ({ game }) => game },
            { key: 'pot', label: 'Pot', align: 'right', renderCell: ({ pot }) => <Diamonds amount={pot} /> },
          ]}
        />
        <PagerBar
          pagination={{ totalResults: 240, resultsPerPage: 10, currentPage: 12 }}
          toPage={(page) => `/dev/kit?page=${page}`}
        />
        <Skeleton>
          <div className="flex gap-3">
            <SkeletonBlock className="size-12 rounded-md" />
            <SkeletonBlock className="h-12 grow" />
          </div>
        </Skeleton>
      </div>
    </Section>
  );
}

function Views() {
  return (
    <>
      <EmptyView icon={Box} title="Empty" text="With a next step.">
        <Button icon={<Swords size={18} aria-hidden />}>Next step</Button>
      </EmptyView>
      <section className="surface">
        <LoadingView />
      </section>
      <section className="surface">
        <ErrorView />
      </section>
      <section className="surface">
        <NotFoundView />
      </section>
    </>
  );
}
