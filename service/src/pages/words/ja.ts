import type { PageWords } from './en.js';

export const ja: PageWords = {
  'unknown.title': 'このアドレスは使えません',
  'unknown.text': 'アドレスが途中で切れている可能性があります。アプリに戻って、最初からやり直してください。',
  'other-browser.title': '別のブラウザで開始されています',
  'other-browser.text':
    '連携は、Cookieを許可した同じブラウザで最初から最後まで行う必要があります。アプリに戻って、最初からやり直してください。',
  'used.title': 'この手続きは終了しています',
  'used.text': 'アプリに戻って、結果を確認してください。',
  'superseded.title': '新しい手続きが開始されました',
  'superseded.text': '有効なのは最新の手続きだけです。このウィンドウは閉じてもかまいません。',
  'expired.title': '時間切れになりました',
  'expired.text': 'アプリに戻って、最初からやり直してください。',
  'session_elsewhere.title': 'このリンクは、手続きを始めたブラウザでのみ使えます',
  'session_elsewhere.text':
    'アカウントを保護するため、別のブラウザでは使えません。アプリを開いて、そこから始めてください。',
  'invalid_token.title': 'このリンクは使えません',
  'invalid_token.text': 'アプリに戻って、最初からやり直してください。',
  'token_expired.title': 'このリンクは期限切れです',
  'token_expired.text': 'アプリに戻って、最初からやり直してください。',
  'token_not_validated.title': 'このリンクを確認できませんでした',
  'token_not_validated.text': 'アプリに戻って、最初からやり直してください。',
  'token_consumed.title': 'このリンクは使用済みです',
  'token_consumed.text': 'アプリに戻って、結果を確認してください。',
  'rate_limited.title': '試行回数が多すぎます',
  'rate_limited.text': {
    other: '{n}分待ってからアプリに戻って、最初からやり直してください。',
  },
  'origin_not_allowed.title': 'このリンクはここでは使えません',
  'origin_not_allowed.text':
    '直前のページはアプリのものではありません。アプリを開いて、そこから始めてください。',
  'provider_not_offered.title': 'ここでは連携できません',
  'provider_not_offered.text': 'アプリに戻って、別のサービスを選んでください。',
  'going.title': '{p}に移動しています…',
  'ask.title': '{p}と{a}を連携',
  'ask.made-for': 'このリンクは、{a}が{name}さんのために作成したものです。',
  'ask.made-for-one': 'このリンクは、{a}が特定の方のために作成したものです。',
  'ask.caution': 'あなたがご本人で、ご自身で{a}からこのページを開いた場合にのみ続けてください。',
  'ask.next': '続けると、{p}の確認画面で共有する内容を選べます。',
  continue: '続ける',
  cancel: 'キャンセル',
  'go-back': '{a}に戻る',
};
