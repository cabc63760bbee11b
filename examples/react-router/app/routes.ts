import { index, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  index('routes/connect.tsx'),
  route('api/link-token', 'routes/api.link-token.ts'),
] satisfies RouteConfig;
