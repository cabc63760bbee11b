import type {} from 'svc-link/react';

export const tag = (
  <svc-link
    base-url="http://127.0.0.1:9"
    tokenProvider={async () => 'lt_1'}
    onsvc-success={({ detail }) => console.log(detail.provider)}
  />
);
