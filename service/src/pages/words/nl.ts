import type { PageWords } from './en.js';

export const nl: PageWords = {
  'unknown.title': 'Dit adres werkt niet',
  'unknown.text': 'Misschien is het niet volledig. Ga terug naar de app en begin opnieuw.',
  'other-browser.title': 'Je bent in een andere browser begonnen',
  'other-browser.text':
    'Het koppelen moet in dezelfde browser beginnen en eindigen, en die moet cookies toestaan. Ga terug naar de app en begin opnieuw.',
  'used.title': 'Deze stap is klaar',
  'used.text': 'Ga terug naar de app om te zien of het is gelukt.',
  'superseded.title': 'Je bent opnieuw begonnen',
  'superseded.text': 'Alleen de laatste poging telt. Je kunt dit venster sluiten.',
  'expired.title': 'Dit duurde te lang',
  'expired.text': 'Ga terug naar de app en begin opnieuw.',
  'session_elsewhere.title': 'Deze link werkt alleen waar je bent begonnen',
  'session_elsewhere.text':
    'Om je account te beschermen, kan hij niet in een andere browser worden gebruikt. Ga naar de app en begin daar.',
  'invalid_token.title': 'Deze link werkt niet',
  'invalid_token.text': 'Ga terug naar de app en begin opnieuw.',
  'token_expired.title': 'Deze link is verlopen',
  'token_expired.text': 'Ga terug naar de app en begin opnieuw.',
  'token_not_validated.title': 'We kunnen deze link niet controleren',
  'token_not_validated.text': 'Ga terug naar de app en begin opnieuw.',
  'token_consumed.title': 'Deze link is al gebruikt',
  'token_consumed.text': 'Ga terug naar de app om te zien of het is gelukt.',
  'rate_limited.title': 'Te veel pogingen',
  'rate_limited.text': {
    one: 'Wacht 1\u00a0minuut, ga dan terug naar de app en begin opnieuw.',
    other: 'Wacht {n}\u00a0minuten, ga dan terug naar de app en begin opnieuw.',
  },
  'origin_not_allowed.title': 'Deze link werkt hier niet',
  'origin_not_allowed.text':
    'De pagina waar je vandaan komt, is niet van de app. Ga naar de app en begin daar.',
  'provider_not_offered.title': 'Dit kan hier niet worden gekoppeld',
  'provider_not_offered.text': 'Ga terug naar de app en kies iets anders.',
  'going.title': 'We brengen je naar {p}',
  'ask.title': '{p} koppelen aan {a}',
  'ask.made-for': '{a} heeft deze link voor {name} gemaakt.',
  'ask.made-for-one': '{a} heeft deze link voor één persoon gemaakt.',
  'ask.caution': 'Ga alleen verder als jij dat bent en zelf vanuit {a} hiernaartoe bent gekomen.',
  'ask.next': 'Daarna kies je bij {p} wat je wilt delen.',
  continue: 'Doorgaan',
  cancel: 'Annuleren',
};
