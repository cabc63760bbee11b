import { expect } from '@open-wc/testing';
import type { ClientError } from '../../src/client/index.js';
import { readAnswer } from '../../src/client/read-answer.js';
import { startLink } from '../../src/contract/index.js';

/** The order of events: when the schema works on a text, each turn that the page gets in between, and the answer. */
async function orderOf(text: string): Promise<string[]> {
  const order: string[] = [];
  let page = 0;
  const next = () => {
    order.push('page');
    page = setTimeout(next) as unknown as number;
  };
  const response = new Response();
  response.text = () => {
    page = setTimeout(next) as unknown as number;
    return Promise.resolve(text);
  };
  const safeParse = (data: unknown) => {
    order.push('schema');
    return { success: true as const, data };
  };
  const endpoint = { ...startLink, response: { ...startLink.response, safeParse } as never };
  await readAnswer(endpoint, response);
  clearTimeout(page);
  return [...order, 'answer'];
}

describe('an answer', () => {
  it('asks for a wait of at most a day, which a timer can hold', async () => {
    const waitOf = async (header: string) => {
      const response = new Response('{}', { status: 429, headers: { 'retry-after': header } });
      return readAnswer(startLink, response).catch((error: ClientError) => error.retryAfter);
    };
    expect(await waitOf('30')).to.equal(30);
    for (const header of ['99999999999', '1e999', 'Fri, 31 Dec 9999 23:59:59 GMT'])
      expect(await waitOf(header)).to.equal(86_400);
    expect(await waitOf('-5')).to.equal(0);
  });

  it('lets the page run between the steps of a long one', async () => {
    expect(await orderOf('["row"]')).to.deep.equal(['schema', 'answer']);
    const longest = `"${'x'.repeat(99_998)}"`;
    expect(await orderOf(longest)).to.deep.equal(['schema', 'answer']);
    const long = `[${'"row",'.repeat(20_000)}"row"]`;
    expect(await orderOf(long)).to.deep.equal(['page', 'page', 'schema', 'page', 'answer']);
  });
});
