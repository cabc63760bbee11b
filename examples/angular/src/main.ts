import { bootstrapApplication } from '@angular/platform-browser';
import { config } from './app/config';
import { ConnectDevice } from './app/connect-device';

bootstrapApplication(ConnectDevice, config).catch((error: unknown) => console.error(error));
