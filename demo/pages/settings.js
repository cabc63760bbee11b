/**
 * A form whose settings are in the address, so that a person can send the page to somebody. `apply` is called with the
 * settings now and whenever one changes. `read` puts them into the form again, for options that were added later.
 */
export function keepSettings(form, apply) {
  const read = () => {
    const query = new URLSearchParams(location.search);
    form.reset();
    for (const field of form.elements) {
      if (field.type === 'checkbox') field.checked = query.has(field.name);
      else if (query.has(field.name)) field.value = query.get(field.name);
    }
    return query;
  };
  const show = (query, changed) => {
    document.documentElement.dataset.theme = query.get('theme') ?? '';
    document.documentElement.dir = query.get('dir') || 'ltr';
    apply(query, changed);
  };
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('change', ({ target }) => {
    const query = new URLSearchParams();
    for (const { type, name, value, checked } of form.elements)
      if (type === 'checkbox' ? checked : value) query.set(name, value);
    history.replaceState(null, '', query.size ? `?${query}` : location.pathname);
    show(query, target.name);
  });
  show(read(), null);
  return { read };
}

/** Adds every provider to the select for providers. */
export function listProviders(form, providers) {
  form.elements
    .namedItem('provider')
    .append(
      ...providers.map(({ name, slug }) =>
        Object.assign(document.createElement('option'), { value: slug, textContent: name }),
      ),
    );
}
