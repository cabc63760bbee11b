import { mergeApplicationConfig } from '@angular/core';
import { bootstrapApplication, type BootstrapContext } from '@angular/platform-browser';
import { provideServerRendering, RenderMode, withRoutes } from '@angular/ssr';
import { config } from './app/config';
import { ConnectDevice } from './app/connect-device';

/** Renders for each request, not once while building. */
const routes = withRoutes([{ path: '**', renderMode: RenderMode.Server }]);

const onServer = mergeApplicationConfig(config, { providers: [provideServerRendering(routes)] });

export default (context: BootstrapContext) => bootstrapApplication(ConnectDevice, onServer, context);
