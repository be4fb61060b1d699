import { Suspense } from 'react';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { type PartName, type SwitchNoticeProps, useSwitchedOff } from './status.ts';

const NoticeOfSwitch = lazyComponent(async () => (await import('./switch-notice.tsx')).NoticeOfSwitch);

/** Whether staff have switched a part of the site off. Changes live. */
export function useIsOff(name: PartName): boolean {
  return useSwitchedOff(name) !== undefined;
}

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
