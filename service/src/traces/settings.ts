// OpenTelemetry's own settings, checked strictly: its library would ignore mistakes, and send nothing or everything.
export interface TraceSettings {
  readonly protocol: (typeof protocols)[number];
}

const protocols = ['http/protobuf', 'http/json'] as const;
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
];

/** Undefined if no traces are sent. The library itself reads further settings from the environment. */
export function readTraceSettings(
  env: Readonly<Record<string, string | undefined>>,
  problems: string[],
): TraceSettings | undefined {
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;
  const addresses = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  const given = addresses.filter((name) => text(name) !== undefined);
  if (given.length === 0 || text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined;

  for (const name of given)
    if (!/^https?:\/\/./.test(text(name) ?? '') || !URL.canParse(text(name) ?? ''))
      problems.push(`${name} is not an address such as http://127.0.0.1:4318`);
  const asked =
    text('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? text('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
  const protocol = protocols.find((each) => each === asked);
  if (!protocol) problems.push(`OTEL_EXPORTER_OTLP_PROTOCOL is none of ${protocols.join(', ')}`);
  const sampler = text('OTEL_TRACES_SAMPLER');
  if (sampler !== undefined && !samplers.includes(sampler))
    problems.push(`OTEL_TRACES_SAMPLER is none of ${samplers.join(', ')}`);
  const share = text('OTEL_TRACES_SAMPLER_ARG');
  if (sampler?.endsWith('traceidratio') && !/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(share ?? ''))
    problems.push(`OTEL_TRACES_SAMPLER_ARG is no share from 0 to 1, which ${sampler} needs`);
  return { protocol: protocol ?? 'http/protobuf' };
}
