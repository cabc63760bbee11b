import type { PageWords } from './en.js';

export const pl: PageWords = {
  'unknown.title': 'Ten adres nie działa',
  'unknown.text': 'Może być niepełny. Wróć do aplikacji i\u00a0zacznij od nowa.',
  'other-browser.title': 'Podłączanie rozpoczęto w\u00a0innej przeglądarce',
  'other-browser.text':
    'Podłączanie musi zacząć się i\u00a0zakończyć w\u00a0tej samej przeglądarce z\u00a0włączoną obsługą plików cookie. Wróć do aplikacji i\u00a0zacznij od nowa.',
  'used.title': 'Ten krok jest już zakończony',
  'used.text': 'Wróć do aplikacji, aby zobaczyć wynik.',
  'superseded.title': 'Rozpoczęto kolejną próbę',
  'superseded.text': 'Liczy się tylko ostatnia próba. Możesz zamknąć to okno.',
  'expired.title': 'To trwało zbyt długo',
  'expired.text': 'Wróć do aplikacji i\u00a0zacznij od nowa.',
  'session_elsewhere.title': 'Ten link działa tylko tam, gdzie rozpoczęto podłączanie',
  'session_elsewhere.text':
    'Dla bezpieczeństwa Twojego konta tego linku nie można użyć w\u00a0innej przeglądarce. Przejdź do aplikacji i\u00a0zacznij tam.',
  'invalid_token.title': 'Ten link nie działa',
  'invalid_token.text': 'Wróć do aplikacji i\u00a0zacznij od nowa.',
  'token_expired.title': 'Ten link wygasł',
  'token_expired.text': 'Wróć do aplikacji i\u00a0zacznij od nowa.',
  'token_not_validated.title': 'Nie udało się sprawdzić tego linku',
  'token_not_validated.text': 'Wróć do aplikacji i\u00a0zacznij od nowa.',
  'token_consumed.title': 'Ten link został już użyty',
  'token_consumed.text': 'Wróć do aplikacji, aby zobaczyć wynik.',
  'rate_limited.title': 'Zbyt wiele prób',
  'rate_limited.text': {
    one: 'Poczekaj minutę, a\u00a0potem wróć do aplikacji i\u00a0zacznij od nowa.',
    few: 'Poczekaj {n}\u00a0minuty, a\u00a0potem wróć do aplikacji i\u00a0zacznij od nowa.',
    many: 'Poczekaj {n}\u00a0minut, a\u00a0potem wróć do aplikacji i\u00a0zacznij od nowa.',
    other: 'Poczekaj {n}\u00a0minuty, a\u00a0potem wróć do aplikacji i\u00a0zacznij od nowa.',
  },
  'origin_not_allowed.title': 'Ten link tutaj nie działa',
  'origin_not_allowed.text':
    'Poprzednia strona nie należy do aplikacji. Przejdź do aplikacji i\u00a0zacznij tam.',
  'provider_not_offered.title': 'Tej usługi nie można tutaj podłączyć',
  'provider_not_offered.text': 'Wróć do aplikacji i\u00a0wybierz coś innego.',
  'going.title': 'Przenosimy Cię do {p}…',
  'ask.title': 'Podłącz usługę {p} do {a}',
  'ask.made-for': 'Aplikacja {a} utworzyła ten link dla osoby: {name}.',
  'ask.made-for-one': 'Aplikacja {a} utworzyła ten link dla jednej osoby.',
  'ask.caution':
    'Kontynuuj tylko wtedy, gdy ten link jest dla Ciebie, a\u00a0przejście tu z\u00a0{a} było Twoją decyzją.',
  'ask.next': 'Następnie {p} zapyta, co chcesz udostępnić.',
  continue: 'Kontynuuj',
  cancel: 'Anuluj',
  'go-back': 'Wróć do {a}',
};
