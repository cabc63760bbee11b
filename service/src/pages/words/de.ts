import type { PageWords } from './en.js';

export const de: PageWords = {
  'unknown.title': 'Diese Adresse funktioniert nicht',
  'unknown.text': 'Vielleicht ist sie unvollständig. Kehren Sie zur App zurück und beginnen Sie von vorn.',
  'other-browser.title': 'Sie haben in einem anderen Browser begonnen',
  'other-browser.text':
    'Das Verbinden muss im selben Browser beginnen und enden, und Cookies müssen erlaubt sein. Kehren Sie zur App zurück und beginnen Sie von vorn.',
  'used.title': 'Dieser Schritt ist erledigt',
  'used.text': 'Kehren Sie zur App zurück, um das Ergebnis zu sehen.',
  'superseded.title': 'Sie haben von vorn begonnen',
  'superseded.text': 'Nur der letzte Versuch zählt. Sie können dieses Fenster schließen.',
  'expired.title': 'Das hat zu lange gedauert',
  'expired.text': 'Kehren Sie zur App zurück und beginnen Sie von vorn.',
  'session_elsewhere.title': 'Dieser Link funktioniert nur dort, wo Sie begonnen haben',
  'session_elsewhere.text':
    'Zum Schutz Ihres Kontos kann er nicht in einem anderen Browser verwendet werden. Gehen Sie zur App und beginnen Sie dort.',
  'invalid_token.title': 'Dieser Link funktioniert nicht',
  'invalid_token.text': 'Kehren Sie zur App zurück und beginnen Sie von vorn.',
  'token_expired.title': 'Dieser Link ist abgelaufen',
  'token_expired.text': 'Kehren Sie zur App zurück und beginnen Sie von vorn.',
  'token_not_validated.title': 'Dieser Link konnte nicht geprüft werden',
  'token_not_validated.text': 'Kehren Sie zur App zurück und beginnen Sie von vorn.',
  'token_consumed.title': 'Dieser Link wurde bereits verwendet',
  'token_consumed.text': 'Kehren Sie zur App zurück, um das Ergebnis zu sehen.',
  'rate_limited.title': 'Zu viele Versuche',
  'rate_limited.text': {
    one: 'Warten Sie 1\u00a0Minute, kehren Sie dann zur App zurück und beginnen Sie von vorn.',
    other: 'Warten Sie {n}\u00a0Minuten, kehren Sie dann zur App zurück und beginnen Sie von vorn.',
  },
  'origin_not_allowed.title': 'Dieser Link funktioniert hier nicht',
  'origin_not_allowed.text':
    'Die Seite, von der Sie kommen, gehört nicht zur App. Gehen Sie zur App und beginnen Sie dort.',
  'provider_not_offered.title': 'Das kann hier nicht verbunden werden',
  'provider_not_offered.text': 'Kehren Sie zur App zurück und wählen Sie etwas anderes.',
  'going.title': 'Weiter zu {p}',
  'ask.title': '{a} mit {p} verbinden',
  'ask.made-for': '{a} hat diesen Link für {name} erstellt.',
  'ask.made-for-one': '{a} hat diesen Link für eine bestimmte Person erstellt.',
  'ask.caution': 'Fahren Sie nur fort, wenn Sie das sind und selbst von {a} hierhergekommen sind.',
  'ask.next': 'Danach werden Sie bei {p} gefragt, was Sie teilen möchten.',
  continue: 'Weiter',
  cancel: 'Abbrechen',
};
