import type { SwitchName } from '@karat/rules/switches';
import { Suspense } from 'react';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { useSwitchedOff } from './status.ts';

const NoticeOfSwitch = lazyComponent(async () => (await import('./switch-notice.tsx')).NoticeOfSwitch);

/** What may be off for players while the rest of the site works. */
export type PartName = Exclude<SwitchName, 'site'>;

/** Whether staff have switched a part of the site off. Changes live. */
export function useIsOff(name: PartName): boolean {
  return useSwitchedOff(name) !== undefined;
}

export type SwitchNoticeProps = { name: PartName; className?: string };

/** Says that a part of the site is off, in place of what would be refused. Nothing while it is on. */
export function SwitchNotice(props: SwitchNoticeProps) {
  return (
    useIsOff(props.name) && (
      <Suspense fallback={null}>
        <NoticeOfSwitch {...props} />
      </Suspense>
    )
  );
}
