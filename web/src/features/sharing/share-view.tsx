import clsx from 'clsx';
import { type ReactNode, useState } from 'react';
import { PageHeading } from '#ui/page-heading.tsx';
import { ShareButton } from '#ui/share-button.tsx';
import { Skeleton, SkeletonBlock } from '#ui/skeleton.tsx';
import { useSharingText } from './words/sharing-text.ts';

type ShareViewProps = {
  title: string;
  lead: string;
  /** The path of the share page; its picture has the same with `.png`. */
  path: string;
  /** Links to what is shared. */
  children: ReactNode;
};

/** What a shared link shows: the picture of the link, and the way to what it shows. */
export function ShareView({ title, lead, path, children }: ShareViewProps) {
  return (
    <div className="max-w-240">
      <PageHeading title={title} lead={lead} />
      <Picture src={`${path}.png`} subject={title} />
      <div className="mt-4 flex flex-wrap gap-3 max-sm:*:grow">
        {children}
        <ShareButton path={path} title={title} />
      </div>
    </div>
  );
}

/** Drawn on request, which can take seconds: a skeleton has its size until it is there. */
function Picture({ src, subject }: { src: string; subject: string }) {
  const t = useSharingText();
  const [state, setState] = useState<'loading' | 'loaded' | 'broken'>('loading');
  return (
    <div className="relative grid aspect-1200/630 place-items-center overflow-hidden surface">
      {state === 'loading' && (
        <div className="absolute inset-0">
          <Skeleton>
            <SkeletonBlock className="aspect-1200/630" />
          </Skeleton>
        </div>
      )}
      {state === 'broken' ? (
        <p className="text-fg-2">{t.noPicture}</p>
      ) : (
        <img
          src={src}
          alt={t.picture(subject)}
          width={1200}
          height={630}
          onLoad={() => setState('loaded')}
          onError={() => setState('broken')}
          className={clsx('size-full', state === 'loading' && 'opacity-0')}
        />
      )}
    </div>
  );
}

export function ShareSkeleton() {
  return (
    <Skeleton>
      <div className="max-w-240">
        <SkeletonBlock className="mt-1 mb-2 h-9 w-64 max-w-full" />
        <SkeletonBlock className="mb-5 h-5 w-48 md:mb-6" />
        <SkeletonBlock className="aspect-1200/630 rounded-lg" />
      </div>
    </Skeleton>
  );
}
