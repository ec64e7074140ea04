import { expect, test } from 'vitest'
import { InvalidConfig, readConfig } from './config.ts'

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }

test('spans are recorded only where a collector is named and nothing turns them off', () => {
  expect(readConfig({}).traces).toBeUndefined()
  expect(readConfig(COLLECTOR).traces).toEqual({
    sampler: 'parentbased_always_on',
    ratio: 1,
    mostWaiting: 2_048,
    delayMs: 5_000,
  })
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example/v1/traces' }
  expect(readConfig(own).traces).toBeDefined()
  expect(readConfig({ ...COLLECTOR, OTEL_SDK_DISABLED: 'true' }).traces).toBeUndefined()
  expect(readConfig({ ...COLLECTOR, OTEL_TRACES_EXPORTER: 'none' }).traces).toBeUndefined()
  const tenth = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }
  expect(readConfig({ ...COLLECTOR, ...tenth }).traces).toMatchObject({ ratio: 0.1 })
})

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317', /use the address of a collector, such as http:/],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'grpc://collector:4317', /use the address of a collector/],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', /use http\/protobuf: spans are sent by HTTP only, to port 4318/],
  ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/json', /use http\/protobuf/],
  ['OTEL_TRACES_EXPORTER', 'zipkin', /use one of otlp, none/],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote', /use one of always_on, /],
  ['OTEL_TRACES_SAMPLER_ARG', '10%', /use a number from 0 to 1/],
  ['OTEL_BSP_MAX_QUEUE_SIZE', '0', /use a whole number from 1 to 100000/],
])('%s=%s is refused with what to do', (name, value, mend) => {
  expect(() => readConfig({ ...COLLECTOR, [name]: value })).toThrow(InvalidConfig)
  expect(() => readConfig({ ...COLLECTOR, [name]: value })).toThrow(new RegExp(`${name}: .*${mend.source}`))
})
