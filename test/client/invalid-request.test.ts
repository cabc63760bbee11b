import { expect } from '@open-wc/testing';
import { ClientError, createClient, failureOf } from '../../src/client/index.js';
import { Network, json } from './network.js';

const user_id = '00000000-0000-4000-8000-00000000000a';

/** The error of a request for a link token that the service refuses with this status and detail. */
async function refusedWith(status: number, detail: unknown): Promise<ClientError> {
  const network = new Network().answers(json({ detail }, status));
  const client = createClient({ ...network.options, apiKey: 'key-of-a-test' });
  const refused = client.createLinkToken({ user_id }).catch((thrown: unknown) => thrown);
  // Long enough for the client to repeat the request, if it did.
  await network.pass(2000);
  const error: unknown = await refused;
  expect(error).to.be.instanceOf(ClientError);
  return error as ClientError;
}
const place = (name: string, msg: string) => ({ loc: ['body', ...name.split('.')], msg, type: 'x' });

describe('a malformed request', () => {
  it('has a code of its own, and a message that says field and reason', async () => {
    const detail = [place('alowed_origins', 'there is no such field; "allowed_origins" is meant')];
    const error = await refusedWith(422, detail);
    expect(error.code).to.equal('invalid_request');
    expect(error.message).to.equal(
      'POST /v2/link/token: invalid_request (HTTP 422): alowed_origins: there is no such field; "allowed_origins" is meant',
    );
    expect(error.detail).to.deep.equal(detail);
  });

  it('names the first of many places, by their paths', async () => {
    const names = ['user_id', 'routes.0.url', 'a', 'b', 'c'];
    const { message } = await refusedWith(
      422,
      names.map((name) => place(name, 'is wrong')),
    );
    expect(message.endsWith(': user_id: is wrong; routes.0.url: is wrong; a: is wrong; and 2 more')).to.equal(
      true,
    );
  });

  it('keeps the name of the rule that it breaks, beside the rule’s text', async () => {
    const error = await refusedWith(422, {
      error_type: 'redirect_url_not_allowed',
      error_message: 'redirect_url must use https or an app scheme.',
    });
    expect(error.code).to.equal('redirect_url_not_allowed');
    expect(error.message).to.equal(
      'POST /v2/link/token: redirect_url_not_allowed (HTTP 422): redirect_url must use https or an app scheme.',
    );
  });

  it('may also be explained by one sentence', async () => {
    const { code, message } = await refusedWith(413, 'The body is larger than 1 MiB.');
    expect([code, message]).to.deep.equal([
      'invalid_request',
      'POST /v2/link/token: invalid_request (HTTP 413): The body is larger than 1 MiB.',
    ]);
  });

  it('has a message of one line, whatever answers', async () => {
    const odd: readonly unknown[] = [
      null,
      7,
      {},
      [],
      [null, { loc: 'x', msg: 1 }, { loc: [] }],
      `a\n\u001b[31mb${'c'.repeat(1000)}`,
      { error_message: { toString: 'x' } },
    ];
    for (const detail of odd) {
      const { message } = await refusedWith(422, detail);
      expect(message).to.match(
        /^POST \/v2\/link\/token: invalid_request \(HTTP 422\)(?:: [^\p{C}]{0,300})?$/u,
      );
    }
  });

  it('is the service’s fault for the person who uses the widget', async () => {
    const { code } = failureOf(await refusedWith(422, [place('username', 'is missing')]));
    expect(code).to.equal('service_error');
  });
});

describe('other refusals', () => {
  it('say what the developer has to change, with their own codes', async () => {
    for (const [status, code, detail, reason] of [
      [401, 'unauthorized', 'The API key is unknown.', 'The API key is unknown.'],
      [
        403,
        'unauthorized',
        { error_message: 'A management key does not serve here.' },
        'A management key does not serve here.',
      ],
      [
        404,
        'not_found',
        { error_type: 'user_not_found', error_message: 'There is no such user.' },
        'There is no such user.',
      ],
    ] as const) {
      const error = await refusedWith(status, detail);
      expect([error.code, error.message]).to.deep.equal([
        code,
        `POST /v2/link/token: ${code} (HTTP ${status}): ${reason}`,
      ]);
    }
  });

  it('keep their codes, and say nothing more if nothing has to be changed', async () => {
    for (const [status, code] of [
      [429, 'rate_limited'],
      [500, 'service_error'],
    ] as const) {
      const error = await refusedWith(status, 'words of somebody');
      expect([error.code, error.message]).to.deep.equal([
        code,
        `POST /v2/link/token: ${code} (HTTP ${status})`,
      ]);
    }
  });
});
