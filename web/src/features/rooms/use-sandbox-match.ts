import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { openAuth } from '#core/modals.ts';
import { usePlayerAction } from '#core/use-player-action.ts';
import { currentText } from '#i18n/i18n.ts';
import { showToast } from '#ui/toast.ts';

/** A match against a sandbox player with one press; visitors are asked to sign up. Only for sites with a sandbox. */
export function useSandboxMatch(): { onPress: () => void; isPending: boolean } {
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    // Loaded with the first press: the page itself does not need it.
    mutationFn: async () => (await import('./sandbox-match.ts')).startSandboxMatch(),
    onSuccess: (roomId) => {
      if (roomId !== undefined) void navigate(fillPath(pages.room, { roomId }));
    },
    onError: () => showToast('error', currentText().toasts.networkError),
  });
  const { onPress, isWaiting } = usePlayerAction(
    () => mutate(),
    () => openAuth('signup'),
  );
  return { onPress, isPending: isPending || isWaiting };
}
