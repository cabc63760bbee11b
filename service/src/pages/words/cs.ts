import type { PageWords } from './en.js';

export const cs: PageWords = {
  'unknown.title': 'Tato adresa nefunguje',
  'unknown.text': 'Možná není celá. Vraťte se do aplikace a\u00a0začněte znovu.',
  'other-browser.title': 'Připojování začalo v\u00a0jiném prohlížeči',
  'other-browser.text':
    'Začněte i\u00a0dokončete vše ve stejném prohlížeči s\u00a0povolenými soubory cookie. Vraťte se do aplikace a\u00a0začněte znovu.',
  'used.title': 'Tento krok je hotový',
  'used.text': 'Vraťte se do aplikace a\u00a0podívejte se, jak to dopadlo.',
  'superseded.title': 'Začal nový pokus',
  'superseded.text': 'Platí jen poslední pokus. Toto okno můžete zavřít.',
  'expired.title': 'Trvalo to příliš dlouho',
  'expired.text': 'Vraťte se do aplikace a\u00a0začněte znovu.',
  'session_elsewhere.title': 'Tento odkaz funguje jen tam, kde připojování začalo',
  'session_elsewhere.text':
    'Kvůli bezpečnosti vašeho účtu jej nelze použít v\u00a0jiném prohlížeči. Přejděte do aplikace a\u00a0začněte tam.',
  'invalid_token.title': 'Tento odkaz nefunguje',
  'invalid_token.text': 'Vraťte se do aplikace a\u00a0začněte znovu.',
  'token_expired.title': 'Platnost tohoto odkazu vypršela',
  'token_expired.text': 'Vraťte se do aplikace a\u00a0začněte znovu.',
  'token_not_validated.title': 'Tento odkaz se nepodařilo ověřit',
  'token_not_validated.text': 'Vraťte se do aplikace a\u00a0začněte znovu.',
  'token_consumed.title': 'Tento odkaz už byl použit',
  'token_consumed.text': 'Vraťte se do aplikace a\u00a0podívejte se, jak to dopadlo.',
  'rate_limited.title': 'Příliš mnoho pokusů',
  'rate_limited.text': {
    one: 'Počkejte 1\u00a0minutu, pak se vraťte do aplikace a\u00a0začněte znovu.',
    few: 'Počkejte {n}\u00a0minuty, pak se vraťte do aplikace a\u00a0začněte znovu.',
    many: 'Počkejte {n}\u00a0minuty, pak se vraťte do aplikace a\u00a0začněte znovu.',
    other: 'Počkejte {n}\u00a0minut, pak se vraťte do aplikace a\u00a0začněte znovu.',
  },
  'origin_not_allowed.title': 'Tento odkaz tady nefunguje',
  'origin_not_allowed.text':
    'Stránka, ze které přicházíte, k\u00a0aplikaci nepatří. Přejděte do aplikace a\u00a0začněte tam.',
  'provider_not_offered.title': 'Tady to připojit nelze',
  'provider_not_offered.text': 'Vraťte se do aplikace a\u00a0vyberte něco jiného.',
  'going.title': 'Přecházíte do služby {p}…',
  'ask.title': 'Připojit službu {p} do {a}',
  'ask.made-for': 'Tento odkaz z\u00a0{a} je určený této osobě: {name}.',
  'ask.made-for-one': 'Tento odkaz z\u00a0{a} je určený jedné konkrétní osobě.',
  'ask.caution':
    'Pokračujte, jen pokud jste to vy a\u00a0přicházíte sem z\u00a0{a} z\u00a0vlastní iniciativy.',
  'ask.next': 'Služba {p} se pak zeptá, co chcete sdílet.',
  continue: 'Pokračovat',
  cancel: 'Zrušit',
  'go-back': 'Zpět do {a}',
};
