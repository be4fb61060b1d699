import type { PushCategory } from '@karat/contract/push';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiRefusal } from '#core/api.ts';
import { useLanguage, useText } from '#i18n/i18n.ts';
import { errorText } from '#ui/error-text.ts';
import { showToast } from '#ui/toast.ts';
import { PermissionDenied, pushQuery, pushSupport, saveCategories } from './subscription.ts';
import { usePushText } from './words/push-text.ts';

/** The notifications of this browser, and how to change them. */
export function usePush({ isWanted = true }: { isWanted?: boolean } = {}) {
  const all = useText();
  const t = usePushText();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const query = useQuery({ ...pushQuery(language), enabled: isWanted && pushSupport() === 'supported' });
  const save = useMutation({
    mutationFn: (categories: readonly PushCategory[]) =>
      saveCategories({ publicKey: query.data?.publicKey ?? '', categories, language }),
    onSuccess: (state) => {
      // An older response must not overwrite this one.
      void queryClient.cancelQueries(pushQuery(language));
      queryClient.setQueryData(pushQuery(language).queryKey, state);
    },
    onError: (error) => {
      if (error instanceof PermissionDenied) return showToast('info', t.notAllowed);
      // The browser cannot reach its push service, or has one that the site does not use.
      const isService = error instanceof DOMException || (error instanceof ApiRefusal && error.code === 'invalid');
      const reason = isService ? t.serviceFailed : errorText(all, error);
      if (reason !== undefined) showToast('error', reason);
    },
  });
  return { query, save };
}
