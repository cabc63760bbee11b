let isOn = false;

/** Whether spans are made. While not, nothing of OpenTelemetry is asked for anything. */
export const areTraced = (): boolean => isOn;

export function switchTraces(on: boolean): void {
  isOn = on;
}
