import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createInsurance, deleteUser, undoDeleteUser, type BodyOf } from 'svc-link/contract';
import { findZipCode, zipCodes } from '../../src/areas/index.js';
import { states } from '../../src/insurance/index.js';
import { sandboxKeys } from '../../src/server/server.js';
import { sweep } from '../../src/server/sweeps.js';
import { clientOf } from '../support/client-of.js';
import { address, guarantor, insurance } from '../support/insurance-records.js';
import { startTestService, type TestService } from '../support/test-service.js';

const { apiKey } = sandboxKeys;

describe('insurance', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  const send = async (body: object, more: { user_id?: string; apiKey?: string } = {}) =>
    service.call(createInsurance, {
      apiKey: more.apiKey ?? apiKey,
      params: { user_id: more.user_id ?? (await service.newUser()) },
      // Some tests send a wrong body.
      body: body as BodyOf<typeof createInsurance>,
    });
  const create = async (body: object) => {
    const { status, body: answer, detail } = await send(body);
    assert.equal(status, 200, JSON.stringify(detail));
    return answer;
  };
  /** The places of a refusal by a schema, or the type of a refusal by a rule. */
  const refused = async (body: object) => {
    const { status, detail } = await send(body);
    assert.equal(status, 422, JSON.stringify(body));
    return Array.isArray(detail)
      ? (detail as { loc: string[] }[]).map(({ loc }) => loc.join('.'))
      : (detail as { error_type: string }).error_type;
  };
  const federal = (payor_code: string, where: object) => ({
    ...insurance,
    payor_code,
    insured: { ...insurance.insured, address: { ...address, ...where } },
  });

  // spec 2.1.1, 2.1.2, 2.1.3, 2.1.4, 2.1.5, 2.1.6, 2.1.7, 2.1.8, 2.2.1, 2.4.1, 2.4.2, 2.4.3, 4.1.2
  it('returns what was sent, with the optional fields and the company', async () => {
    const answer = await create(insurance);
    const { company, ...rest } = answer;
    assert.deepEqual(rest, {
      ...insurance,
      insured: { ...insurance.insured, address: { ...address, second_line: '', access_notes: '' } },
      group_id: null,
      is_primary: true,
    });
    const { second_line, access_notes, ...place } = company.address;
    assert.deepEqual([second_line, access_notes], ['', '']);
    for (const text of [company.name, ...Object.values(place)]) assert.notEqual(text, '');
    assert.equal(findZipCode(company.address.zip)?.state, company.address.state);
    assert.deepEqual((await create(insurance)).company, company);
    assert.deepEqual((await create({ ...insurance, company: { name: 'Mine' } })).company, company);
  });

  // spec 2.1.5, 2.1.6, 2.3.1, 2.4.2, 2.4.3, 4.1.2
  it('keeps a guarantor, a group, and that it is not the primary insurance', async () => {
    const full = { ...insurance, group_id: 'G-1', is_primary: false, guarantor };
    const answer = await create(full);
    assert.equal(answer.group_id, 'G-1');
    assert.equal((await create({ ...full, group_id: null })).group_id, null);
    assert.equal(answer.is_primary, false);
    assert.deepEqual(answer.guarantor, { ...guarantor, address: { ...guarantor.address, second_line: '' } });
    const { household_income, household_size, ...plain } = guarantor;
    assert.ok(household_income > household_size);
    assert.equal((await create({ ...full, guarantor: plain })).guarantor?.household_size, undefined);
    const unsaid = { ...guarantor, household_income: null };
    assert.ok(!('household_income' in (await create({ ...full, guarantor: unsaid })).guarantor!));
    assert.equal((await create({ ...full, guarantor: null })).guarantor, undefined);
    for (const field of Object.keys(plain))
      assert.deepEqual(await refused({ ...full, guarantor: { ...guarantor, [field]: undefined } }), [
        `body.guarantor.${field}`,
      ]);
    for (const wrong of [{ household_income: 1.5 }, { household_size: 0 }, { household_income: '9' }])
      assert.equal((await refused({ ...full, guarantor: { ...guarantor, ...wrong } })).length, 1);
  });

  // spec 2.1.1, 2.1.2, 2.1.4, 4.1.1
  it('needs payor code, member, relationship and insured', async () => {
    assert.deepEqual(
      await refused({}),
      ['payor_code', 'member_id', 'relationship', 'insured'].map((f) => `body.${f}`),
    );
    for (const field of ['payor_code', 'member_id', 'relationship', 'insured']) {
      assert.deepEqual(await refused({ ...insurance, [field]: undefined }), [`body.${field}`]);
      assert.deepEqual(await refused({ ...insurance, [field]: null }), [`body.${field}`]);
    }
    assert.deepEqual(await refused({ ...insurance, is_primary: 'yes' }), ['body.is_primary']);
  });

  // spec 2.1.3
  it('accepts only the known relationships', async () => {
    for (const relationship of ['Self', 'Spouse', 'Other'])
      assert.equal((await create({ ...insurance, relationship })).relationship, relationship);
    for (const relationship of ['self', 'Child', ''])
      assert.deepEqual(await refused({ ...insurance, relationship }), ['body.relationship']);
  });

  // spec 2.2.1, 2.2.2, 2.4.1
  it('needs every field of the patient and of the address, and a birth date', async () => {
    const { insured } = insurance;
    for (const field of ['first_name', 'last_name', 'gender', 'address', 'dob', 'email', 'phone_number'])
      assert.deepEqual(await refused({ ...insurance, insured: { ...insured, [field]: undefined } }), [
        `body.insured.${field}`,
      ]);
    for (const field of ['first_line', 'city', 'state', 'zip', 'country'])
      assert.deepEqual(
        await refused({ ...insurance, insured: { ...insured, address: { ...address, [field]: undefined } } }),
        [`body.insured.address.${field}`],
      );
    for (const dob of ['1980', '10.12.1980', '1980-02-30', '1980-12-10T00:00:00Z'])
      assert.deepEqual(await refused({ ...insurance, insured: { ...insured, dob } }), ['body.insured.dob']);
  });

  // spec 4.1.3, 2.1.1
  it('finds the federal plan of every state by the address', async () => {
    assert.equal(Object.keys(states).length, 56);
    for (const [state, { capitalZip: zip, name, medicaid }] of Object.entries(states)) {
      const medicare = await create(federal('MEDFED', { state, zip }));
      assert.equal(medicare.payor_code, `MED${state}`);
      assert.equal(medicare.company.name, `Medicare (${name})`);
      const answer = await create(
        federal('MAIDFED', { state: name.toLowerCase(), zip: `${zip}-0001`, country: 'usa' }),
      );
      assert.equal(answer.payor_code, `MAID${state}`);
      assert.equal(answer.company.name, medicaid);
      assert.equal(answer.company.address.state, state);
    }
    const known = await create(federal('MAIDCA', { state: 'NY', zip: 'any', country: 'CA' }));
    assert.deepEqual([known.payor_code, known.company.name], ['MAIDCA', 'Medi-Cal']);
  });

  it('knows every state of the table of ZIP codes, with or without a plan', () => {
    const all = zipCodes();
    const there = new Set([...all.zips.keys()].map((at) => all.stateAt(at)));
    const without = ['AA', 'AE', 'AP', 'FM', 'MH', 'PW'];
    assert.deepEqual([...there].sort(), [...Object.keys(states), ...without].sort());
  });

  // spec 4.1.3
  it('goes by the state of the address, whatever its ZIP code', async () => {
    for (const zip of ['10001', '12345', '00000', '9581', 'CA'])
      assert.equal((await create(federal('MEDFED', { state: 'CA', zip }))).payor_code, 'MEDCA', zip);
  });

  it('reports which part of the address prevents a plan', async () => {
    assert.equal(await refused(federal('MAIDFED', { state: 'AE', zip: '09002' })), 'no_state_plan');
    assert.equal(await refused(federal('MEDFED', { country: 'Canada' })), 'no_state_plan');
    assert.deepEqual(await refused(federal('MEDFED', { state: 'Cali' })), ['body.insured.address.state']);
  });

  // spec 7.1
  it('refuses only the closed beta, with JSON', async () => {
    const team = await service.newTeam();
    const user_id = await service.newUser(team.apiKey);
    const more = { apiKey: team.apiKey, user_id };
    for (const payor_code of ['MEDFED', 'MAIDFED']) {
      const { status, detail, headers } = await send({ ...insurance, payor_code }, more);
      assert.equal(status, 403);
      assert.match(headers.get('content-type') ?? '', /^application\/json/);
      assert.equal((detail as { error_type: string }).error_type, 'feature_not_enabled');
    }
    for (const payor_code of ['MEDCA', 'medfed', 'ACME1'])
      assert.equal((await send({ ...insurance, payor_code }, more)).status, 200);
  });

  it("is for the team's own users", async () => {
    const stranger = await service.newTeam();
    const user_id = await service.newUser();
    assert.equal((await send(insurance, { user_id, apiKey: stranger.apiKey })).status, 404);
    assert.equal((await send(insurance, { user_id: '00000000-0000-4000-8000-00000000dead' })).status, 404);
    assert.equal((await send(insurance, { user_id: 'nobody' })).status, 422);
    assert.equal((await send(insurance, { apiKey: sandboxKeys.managementKey })).status, 403);
    assert.equal((await send(insurance, { apiKey: 'sk_unknown' })).status, 401);
    await service.call(deleteUser, { apiKey, params: { user_id } });
    assert.equal((await send(insurance, { user_id })).status, 404);
  });

  it('is stored encrypted, comes back with its user, and is deleted with the user', async () => {
    const user_id = await service.newUser();
    const member_id = 'member-in-the-clear';
    await send({ ...insurance, member_id, guarantor }, { user_id });
    const rows = () =>
      service.deps.db.selectFrom('insurance').selectAll().where('user_id', '=', user_id).execute();
    const [row] = await rows();
    const record = Buffer.from(row!.record);
    for (const text of [member_id, 'Ada', 'Sacramento', 'charles@example.com'])
      assert.equal(record.includes(text), false);
    assert.equal(service.logged().includes(member_id), false);
    const opened = JSON.parse(service.deps.secrets.open('insurance', row!.id, row!.record)) as {
      member_id: string;
    };
    assert.equal(opened.member_id, member_id);

    await service.call(deleteUser, { apiKey, params: { user_id } });
    await service.call(undoDeleteUser, { apiKey, body: { user_id } });
    assert.equal((await rows()).length, 1);
    await service.call(deleteUser, { apiKey, params: { user_id } });
    await service.clock.advance(8 * 86_400);
    await sweep(service.deps.db, service.clock.now());
    assert.equal((await rows()).length, 0);
  });

  it('is sent by the client', async () => {
    const client = clientOf(service);
    const { payor_code } = await client.createInsurance(await service.newUser(), {
      ...insurance,
      payor_code: 'MAIDFED',
    });
    assert.equal(payor_code, 'MAIDCA');
  });
});
