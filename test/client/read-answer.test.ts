import { expect } from '@open-wc/testing';
import { readAnswer } from '../../src/client/read-answer.js';
import { startLink } from '../../src/contract/index.js';

/** What came after what: the schema's work on a text, the answer, and each turn that the page had in between. */
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
  it('leaves the page a turn between the steps of a long one', async () => {
    expect(await orderOf('["row"]')).to.deep.equal(['schema', 'answer']);
    const long = `[${'"row",'.repeat(20_000)}"row"]`;
    expect(await orderOf(long)).to.deep.equal(['page', 'page', 'schema', 'page', 'answer']);
  });
});
