import { labTestsOnPage } from 'svc-link/contract';

/** A page of a list that is read by number: the first is 1. */
export interface NumberedPage {
  readonly page: number;
  readonly size: number;
}

/** The page that a query asks for. */
export const pageOf = ({
  page = 1,
  size = labTestsOnPage,
}: {
  readonly page?: number | undefined;
  readonly size?: number | undefined;
}): NumberedPage => ({ page, size });

/** How many items come before a page. */
export const offsetOf = ({ page, size }: NumberedPage): number => (page - 1) * size;

/** The items of a page of a complete list. */
export const onPage = <T>(items: readonly T[], page: NumberedPage): T[] =>
  items.slice(offsetOf(page), offsetOf(page) + page.size);
