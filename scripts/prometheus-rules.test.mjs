import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runPromtool } from '../apps/server/testing/promtool.ts'
import { projectFolder } from './run-program.mjs'

const folder = join(projectFolder, 'deploy/prometheus')
const rules = readFileSync(join(folder, 'aviary-rules.yml'), 'utf8')
const cases = readFileSync(join(folder, 'aviary-rules.test.yml'), 'utf8')

const alerts = rules
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({ name: text.slice(0, text.indexOf('\n')), text }))

test('promtool finds nothing to object to in the rules', () => {
  const { code, output } = runPromtool(['check', 'rules', join(folder, 'aviary-rules.yml')])
  expect(code, output).toBe(0)
  expect(output).toContain(`${alerts.length} rules found`)
})

test('each alert fires in its case, and none while all is as usual', () => {
  const { code, output } = runPromtool(['test', 'rules', join(folder, 'aviary-rules.test.yml')])
  expect(code, output).toBe(0)
  for (const { name } of alerts) {
    const times = cases.split('\n').filter((line) => line.trim() === `alertname: ${name}`)
    expect(times.length, `cases in which ${name} fires`).toBeGreaterThan(0)
    expect(cases).toContain(`{ eval_time: 1h, alertname: ${name}, exp_alerts: [] }`)
  }
})

test('Prometheus can read every query of the dashboard', () => {
  const dashboard = JSON.parse(readFileSync(join(projectFolder, 'deploy/grafana/aviary.json'), 'utf8'))
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  expect(queries.length).toBeGreaterThan(20)
  const asRules = queries.map((query, index) => ({
    record: `query${index}`,
    expr: query.replaceAll('$__rate_interval', '1m'),
  }))
  const temporary = mkdtempSync(join(tmpdir(), 'aviary-dashboard-'))
  const file = join(temporary, 'rules.json')
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: asRules }] }))
  const { code, output } = runPromtool(['check', 'rules', file])
  rmSync(temporary, { recursive: true })
  expect(code, output).toBe(0)
})

test('each alert has a severity, a summary, and a heading in the documents that says what to do', () => {
  const headings = readFileSync(join(projectFolder, 'docs/operations.md'), 'utf8').match(/^#+ .+$/gm)
  const anchors = headings?.map((heading) => heading.replace(/^#+ /, '').toLowerCase())
  expect(alerts.length).toBeGreaterThan(10)
  for (const { name, text } of alerts) {
    expect(text).toMatch(/severity: (critical|warning) /)
    expect(text).toMatch(/summary: (['"]).+\1/)
    expect(text).toContain(`runbook_url: docs/operations.md#${name.toLowerCase()}\n`)
    expect(anchors).toContain(name.toLowerCase())
  }
})
