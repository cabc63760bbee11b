import { expect } from '@open-wc/testing';
import {
  appointmentEventStatuses,
  appointmentStatuses,
  AreaInfo,
  historicalPullStates,
  interpretations,
  linkErrorTypes,
  linkResultStates,
  teamRegions,
  widgetSteps,
} from '../../src/contract/index.js';
import { steps } from '../../src/flow/state/index.js';

/** The values, copied word for word from the specification. */
const listed = (text: string) => text.split(' ').sort();

describe('an enumeration of the interface', () => {
  // spec 2.12.6, 2.12.8
  it('has the error types and the states of a link result', () => {
    expect(
      listed(
        'invalid_token token_expired token_not_validated token_consumed provider_credential_error provider_password_expired provider_api_error unsupported_region duplicate_connection required_scopes_not_granted incorrect_mfa_code user_cancelled',
      ).filter((type) => !linkErrorTypes.some((known) => known === type)),
    ).to.deep.equal([]);
    expect([...linkResultStates].sort()).to.deep.equal(listed('error pending_provider_mfa success'));
  });

  it('has the steps of the widget, to say in which one somebody left', () => {
    expect([...widgetSteps].sort()).to.deep.equal([...steps].sort());
  });

  // spec 3.1.4
  it('has the statuses of an appointment', () => {
    expect([...appointmentStatuses].sort()).to.deep.equal(
      listed('confirmed pending reserved in_progress completed cancelled'),
    );
    expect([...appointmentEventStatuses].sort()).to.deep.equal(
      listed('pending reserved scheduled completed cancelled in_progress'),
    );
  });

  // spec 3.4.3
  it('has the states of a historical pull', () => {
    expect([...historicalPullStates].sort()).to.deep.equal(
      listed('scheduled in_progress retrying success failure'),
    );
  });

  // spec 2.14.1, 2.15.3
  it('has the regions of a team and the interpretations of results', () => {
    expect([...teamRegions].sort()).to.deep.equal(['eu', 'us']);
    expect([...interpretations].sort()).to.deep.equal(listed('normal abnormal critical'));
  });
});

describe('AreaInfo', () => {
  // spec 2.11.4
  it('reads a ZIP code with four more digits', () => {
    const area = { phlebotomy: { is_served: false, providers: [] }, central_labs: {} };
    for (const zip_code of ['85004', '85004-1234'])
      expect(AreaInfo.parse({ ...area, zip_code }).zip_code).to.equal(zip_code);
  });
});
