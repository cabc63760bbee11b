import { expect } from '@open-wc/testing';
import { readAnswer } from '../../src/client/read-answer.js';
import { startLink } from '../../src/contract/index.js';

/** What came after what: the schema's work on a text, the answer, and what else the page had to do. */
async function orderOf(text: string, schemaTakes: number): Promise<string[]> {
  const order: string[] = [];
  const page = () => setTimeout(() => order.push('page'));
  const response = new Response();
  response.text = () => {
    page();
    return Promise.resolve(text);
  };
  const safeParse = (data: unknown) => {
    order.push('schema');
    page();
    const end = performance.now() + schemaTakes;
    while (performance.now() < end);
    return { success: true as const, data };
  };
  const endpoint = { ...startLink, response: { ...startLink.response, safeParse } as never };
  await readAnswer(endpoint, response);
  order.push('answer');
  return order;
}

describe('an answer', () => {
  it('leaves the page a turn after what took long: its text, or its rows', async () => {
    expect(await orderOf('[]', 0)).to.deep.equal(['schema', 'answer']);
    expect(await orderOf('[]', 20)).to.deep.equal(['schema', 'page', 'page', 'answer']);
    const long = `[${'"row",'.repeat(3_000_000)}"row"]`;
    expect(await orderOf(long, 0)).to.deep.equal(['page', 'schema', 'page', 'answer']);
  });
});
