import { isRightToLeft, loadLanguage, type Language } from '../messages/index.js';

/** The words of a language other than English, and where they lead; null where nobody has written them. */
export async function otherLanguage(
  locale: string,
): Promise<(Language & { readonly direction: 'ltr' | 'rtl' }) | null> {
  const found = await loadLanguage(locale);
  if (!found) return null;
  const { tag, translation } = found;
  return { tag, translation, direction: isRightToLeft(tag) ? 'rtl' : 'ltr' };
}
