// The page in the window that OAuth opens: it takes the token from the widget, starts the attempt on our
// own origin and goes to the provider; the provider's answer ends here again.
import { announceResult, awaitHandover } from '../bridge/index.js';
import { beginOauth } from './begin-oauth.js';
import { screenOf, takeOutcome } from './outcome.js';
import { offerClose, show, wirePage } from './page.js';
import { screens, type Screen } from './texts.js';
import { keepRecord, readRecord } from './window-record.js';

/** How long the widget may take to say hello, and how long to close the window, in milliseconds. */
const patience = 10_000;
const closeAfter = 2500;

const close = (): void => window.close();

/** Shows where it ended. A window that the widget opened can be closed. */
function rest(screen: Screen): void {
  show(screen);
  if (record || wasOpened) offerClose();
}

// Without it the provider's page could send the page that opened this window anywhere.
const wasOpened = window.opener !== null;
window.opener = null;

wirePage();
const outcome = takeOutcome(window);
const record = readRecord();

if (outcome) {
  rest(screenOf(outcome, record?.provider ?? null));
  // Without a record the person came here by themselves, so the page is theirs to close.
  if (record) {
    announceResult(window, record, { acknowledged: close, closeRequested: close });
    setTimeout(close, closeAfter);
  }
} else if (record) {
  // Back from the provider by the browser's own button, or a reload.
  rest(screens.unfinished(record.provider));
} else {
  waitForWidget();
}

function waitForWidget(): void {
  if (!wasOpened) show(screens.nothing);
  const lost = setTimeout(() => wasOpened && rest(screens.lost), patience);
  const stop = awaitHandover(window, {
    handedOver(handover, conversation) {
      clearTimeout(lost);
      show(screens.starting);
      void beginOauth(handover, (provider) => show(screens.leaving(provider.name), provider.logo)).then(
        (begun) => {
          if ('code' in begun) {
            rest(screens.failed(null));
            conversation.refused(begun.code);
            return;
          }
          keepRecord({ ...handover.opener, provider: begun.provider });
          conversation.leaving();
          stop();
          location.assign(begun.url);
        },
      );
    },
    acknowledged: close,
    closeRequested: close,
  });
}

// From the back/forward cache the page would go on spinning.
addEventListener('pageshow', (event) => {
  if (event.persisted) rest(screens.unfinished(readRecord()?.provider ?? null));
});
