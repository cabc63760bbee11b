// An inline widget is empty after the person leaves it, so the page around it offers a way back.
import { assertOneExit, widgetOn } from '../e2e/widget.ts';

/**
 * Leaves with the X and comes back with the page's own button, and
 * checks the focus both times. Removes the events of this from `events`.
 */
export async function comesBack(page, { events }) {
  const widget = widgetOn(page);
  await widget.sees('Choose a device or app');
  await widget.button('Close').click();
  await page
    .getByRole('button', { name: 'Connect a device', exact: true })
    .and(page.locator(':focus'))
    .waitFor();
  const status = page.getByRole('status');
  await status.getByText('Nothing was connected.', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await widget.sees('Choose a device or app');
  await page.locator('svc-link:focus').waitFor();
  await status.getByText('Choose what to connect.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Connect a device', exact: true }).waitFor({ state: 'hidden' });
  assertOneExit(events.splice(0), 'cancelled');
}
