import { html, nothing } from 'lit';
import { byName } from '../by-name.js';
import { heading } from '../ui/heading.js';
import { searchIcon } from '../ui/icons.js';
import type { On } from '../ui/on.js';
import { providerRow } from '../ui/provider-row.js';
import { allUpTo, firstRows, walkRows } from '../ui/rows.js';
import type { FirstView, StepView } from './step-view.js';

/** With fewer providers there is no search. */
const searchFrom = 8;

export const selectProvider: StepView<'select-provider', FirstView> = (state, send, t, view) => {
  const { providers, query } = state;
  const { list } = view;
  if (providers.length === 0)
    return html`
      ${heading(view.headingLevel, t('step.select-provider.none'))}
      <div part="empty"><slot name="empty">${t('step.select-provider.none-text')}</slot></div>
    `;

  const found = list?.search(providers, query) ?? byName(providers, query);
  const of = found.length;
  const { start, end } = list?.range(of) ?? { start: 0, end: of > allUpTo ? firstRows : of };
  const searchable = providers.length >= searchFrom && !view.withoutSearch;
  return html`
    ${heading(view.headingLevel, t('step.select-provider.title'), t('step.select-provider.text'))}
    ${
      searchable
        ? html`<div part="search" role="search">
            ${searchIcon}
            <input
              part="input search-input"
              type="search"
              aria-label=${t.text('step.select-provider.search')}
              placeholder=${t.text('step.select-provider.search')}
              autocomplete="off"
              autocapitalize="none"
              spellcheck="false"
              enterkeyhint="search"
              .value=${query}
              @input=${(event: On<HTMLInputElement>) =>
                send({ type: 'query-changed', query: event.currentTarget.value })}
              @focus=${list?.prepare}
              @keydown=${walkRows}
            />
          </div>`
        : nothing
    }
    ${
      of === 0
        ? html`<div part="empty">
            <slot name="empty">
              <strong>${t('step.select-provider.no-match', { query })}</strong><br />
              ${t('step.select-provider.no-match-text')}
            </slot>
          </div>`
        : nothing
    }
    <div part="provider-list" @scroll=${list?.onScroll} @keydown=${walkRows}>
      <ul role="list" aria-label=${t.text('step.select-provider.list')}>
        ${found
          .slice(start, end)
          .map((provider, index) => providerRow(provider, { number: start + index + 1, of }, send, t, view))}
      </ul>
    </div>
  `;
};
