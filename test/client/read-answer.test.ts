import { expect } from '@open-wc/testing';
import { readAnswer } from '../../src/client/read-answer.js';
import { startLink } from '../../src/contract/index.js';

/** What came after what: the schema's work on an answer of this many rows, the answer, and what else the page had to do. */
async function orderOf(rows: number): Promise<string[]> {
  const order: string[] = [];
  const response = new Response(JSON.stringify(Array.from({ length: rows }, (_, row) => `row ${row}`)));
  const text = response.text.bind(response);
  response.text = async () => {
    const read = await text();
    setTimeout(() => order.push('page'));
    return read;
  };
  const safeParse = (data: unknown) => {
    order.push('schema');
    setTimeout(() => order.push('page'));
    return { success: true as const, data };
  };
  const endpoint = { ...startLink, response: { ...startLink.response, safeParse } as never };
  await readAnswer(endpoint, response);
  order.push('answer');
  return order;
}

describe('an answer', () => {
  it('leaves the page a turn between the text of a long list, its rows and their use', async () => {
    expect(await orderOf(50)).to.deep.equal(['schema', 'answer']);
    expect(await orderOf(50_000)).to.deep.equal(['page', 'schema', 'page', 'answer']);
  });
});
