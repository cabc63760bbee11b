/// <reference types="cypress" />
/* global cy, it */
// With Cypress: its own page. The fake service answers its requests.
import { createFakeService } from 'svc-link/testing';

/**
 * Opens the page with a token of the fake service, and answers its requests.
 * @param {import('svc-link/testing').FakeToken} [token]
 */
function open(token) {
  const service = createFakeService();
  cy.intercept(`${service.baseUrl}/**`, async (request) => {
    const { url, method, body } = request;
    const headers = /** @type {Record<string, string>} */ (request.headers);
    const response = await service.fetch(url, {
      method,
      headers,
      // Cypress has parsed a JSON body already.
      ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    request.reply(response.status, await response.text(), Object.fromEntries(response.headers));
  });
  cy.visit('page.html');
  cy.get('svc-link').then(([link]) => {
    Object.assign(link, { baseUrl: service.baseUrl, linkToken: service.newToken(token) });
  });
}

const button = (/** @type {string} */ words) => cy.contains('button', words);

it('connects with a password and a code', () => {
  open();
  button('Quartz Scale').click();
  cy.get('[part~=username-input]').type('sms@example.com');
  cy.get('[part~=password-input]').type('good');
  button('Connect Quartz Scale').click();
  cy.get('[part~=code-input]').type('123456');
  button('Continue').click();
  cy.contains('Quartz Scale is connected');
});

it('accepts the account that was connected, and no other account', () => {
  open({ reconnect: 'quartz_scale', username: 'ok@example.com' });
  cy.get('[part~=username-input]').should('have.value', 'ok@example.com').clear().type('ok@example.org');
  cy.get('[part~=password-input]').type('good{enter}');
  cy.contains('That’s a different Quartz Scale account');
});
