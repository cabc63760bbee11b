import type { PageWords } from './en.js';

export const fr: PageWords = {
  'unknown.title': 'Cette adresse ne fonctionne pas',
  'unknown.text': 'Elle est peut-être incomplète. Revenez à l’appli et recommencez.',
  'other-browser.title': 'Vous avez commencé dans un autre navigateur',
  'other-browser.text':
    'L’association doit commencer et se terminer dans le même navigateur, avec les cookies autorisés. Revenez à l’appli et recommencez.',
  'used.title': 'Cette étape est terminée',
  'used.text': 'Revenez à l’appli pour voir le résultat.',
  'superseded.title': 'Vous avez recommencé',
  'superseded.text': 'Seule la dernière tentative compte. Vous pouvez fermer cette fenêtre.',
  'expired.title': 'Le délai est dépassé',
  'expired.text': 'Revenez à l’appli et recommencez.',
  'session_elsewhere.title': 'Ce lien ne fonctionne que là où vous avez commencé',
  'session_elsewhere.text':
    'Pour protéger votre compte, il ne peut pas être utilisé dans un autre navigateur. Commencez depuis l’appli.',
  'invalid_token.title': 'Ce lien ne fonctionne pas',
  'invalid_token.text': 'Revenez à l’appli et recommencez.',
  'token_expired.title': 'Ce lien a expiré',
  'token_expired.text': 'Revenez à l’appli et recommencez.',
  'token_not_validated.title': 'Impossible de vérifier ce lien',
  'token_not_validated.text': 'Revenez à l’appli et recommencez.',
  'token_consumed.title': 'Ce lien a déjà été utilisé',
  'token_consumed.text': 'Revenez à l’appli pour voir le résultat.',
  'rate_limited.title': 'Trop de tentatives',
  'rate_limited.text': {
    one: 'Attendez 1\u00a0minute, puis revenez à l’appli et recommencez.',
    other: 'Attendez {n}\u00a0minutes, puis revenez à l’appli et recommencez.',
  },
  'origin_not_allowed.title': 'Ce lien ne fonctionne pas ici',
  'origin_not_allowed.text': 'La page d’où vous venez n’appartient pas à l’appli. Commencez depuis l’appli.',
  'provider_not_offered.title': 'Association impossible ici',
  'provider_not_offered.text': 'Revenez à l’appli et choisissez autre chose.',
  'going.title': 'Redirection vers {p}',
  'ask.title': 'Associer {p} à {a}',
  'ask.made-for': '{a} a créé ce lien pour {name}.',
  'ask.made-for-one': '{a} a créé ce lien pour une seule personne.',
  'ask.caution':
    'Continuez uniquement si c’est bien vous et si vous avez ouvert cette page vous-même depuis {a}.',
  'ask.next': '{p} vous demandera ensuite ce que vous voulez partager.',
  continue: 'Continuer',
  cancel: 'Annuler',
};
