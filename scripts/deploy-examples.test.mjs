import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { projectFolder } from './run-program.mjs'

// The examples in `deploy/` for Kubernetes, Compose and Patroni agree with the container file, the documents and each other.

const read = (name) => readFileSync(join(projectFolder, name), 'utf8')
const containerFile = read('deploy/Containerfile')
const setInImage = Object.fromEntries(
  [...containerFile.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
)
const [, user] = /^USER (\d+):\1$/m.exec(containerFile) ?? []

/** Kubernetes ignores or refuses a field that it does not know, depending on the client. */
const FIELDS = new Set(
  `allowPrivilegeEscalation apiVersion app automountServiceAccountToken capabilities containerPort containers cpu data drop
  emptyDir enableServiceLinks env envFrom failureThreshold fsGroup httpGet image kind labelSelector labels limits livenessProbe
  matchLabels maxSkew maxSurge maxUnavailable memory metadata minAvailable mountPath name path periodSeconds port ports
  readOnlyRootFilesystem readinessProbe replicas requests resources rollingUpdate runAsGroup runAsNonRoot runAsUser
  seccompProfile secretRef securityContext selector shareProcessNamespace sizeLimit spec startupProbe strategy targetPort
  template terminationGracePeriodSeconds timeoutSeconds topologyKey topologySpreadConstraints type value volumeMounts volumes
  whenUnsatisfiable`.split(/\s+/),
)

function fieldsOf(value) {
  if (Array.isArray(value)) return value.flatMap(fieldsOf)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...fieldsOf(inner)])
}

describe('deploy/kubernetes/aviary.yaml', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes/aviary.yaml'))
  const [deployment, service, budget] = documents.map((document) => document.toJS())
  const pod = deployment.spec.template
  const [container] = pod.spec.containers

  test('has a deployment, a service and a disruption budget of fields that Kubernetes knows', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([])
    expect([deployment, service, budget].map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
      'apps/v1 Deployment',
      'v1 Service',
      'policy/v1 PodDisruptionBudget',
    ])
    expect(fieldsOf([deployment, service, budget]).filter((field) => !FIELDS.has(field))).toEqual([])
  })

  test('service, budget and deployment select the same pods', () => {
    const { labels } = pod.metadata
    expect(deployment.spec.selector.matchLabels).toEqual(labels)
    expect(service.spec.selector).toEqual(labels)
    expect(budget.spec.selector.matchLabels).toEqual(labels)
    expect(budget.spec.minAvailable).toBeLessThan(deployment.spec.replicas)
    expect(service.spec.ports[0].targetPort).toBe(container.ports[0].name)
  })

  test('runs without rights, as the user of the image, and writes only where the image does', () => {
    expect(pod.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: Number(user) })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(pod.spec.automountServiceAccountToken).toBe(false)
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([setInImage.DATA_DIR, '/tmp'])
    expect(container.ports[0].containerPort).toBe(Number(setInImage.PORT))
  })

  test('is asked where the server answers, and given the time to stop that the documents say', () => {
    const { startupProbe, readinessProbe, livenessProbe } = container
    const paths = [startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => httpGet.path)
    expect(paths).toEqual(['/healthz', '/readyz', '/healthz'])
    const drainSeconds = Number(container.env.find(({ name }) => name === 'DRAIN_SECONDS').value)
    expect(read('docs/operations.md')).toMatch(/`terminationGracePeriodSeconds` of\s+`DRAIN_SECONDS` \+ 25/)
    expect(pod.spec.terminationGracePeriodSeconds).toBe(drainSeconds + 25)
    // A pod gets requests until its readiness has failed.
    expect(drainSeconds).toBeGreaterThan(readinessProbe.periodSeconds * readinessProbe.failureThreshold)
  })
})

describe('deploy/compose', () => {
  const { services, volumes } = parse(read('deploy/compose/compose.yaml'), { merge: true })
  const names = Object.keys(services).filter((name) => name.startsWith('aviary'))
  const nginx = read('deploy/compose/nginx.conf')

  test('no service may change its image or gain rights', () => {
    for (const service of Object.values(services))
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
  })

  test('each of three processes has a data folder of its own, hears SIGTERM and has time to stop', () => {
    expect(names).toHaveLength(3)
    for (const name of names) {
      expect(services[name]).toMatchObject({ volumes: [`${name}:${setInImage.DATA_DIR}`], init: true })
      expect(Object.keys(volumes)).toContain(name)
      const drainSeconds = Number(services[name].environment.DRAIN_SECONDS)
      expect(Number.parseInt(services[name].stop_grace_period, 10)).toBeGreaterThan(drainSeconds + 20)
    }
  })

  test('nginx reaches each process, and passes requests on as the documents say', () => {
    const servers = [...nginx.matchAll(/server (\S+):(\d+) /g)].map(([, name, port]) => ({ name, port }))
    expect(servers).toEqual(names.map((name) => ({ name, port: setInImage.PORT })))
    const [, documented] = /( {8}client_max_body_size[\s\S]*?)\n {4}\}\n {4}END\n {4}nginx -t/.exec(
      read('docs/operations.md'),
    )
    const lines = (text) =>
      text
        .split('\n')
        .map((line) => line.replace(/\s*#.*$/, '').trim())
        .filter((line) => line !== '')
    expect(nginx.replaceAll(/^\s+/gm, '')).toContain(lines(documented).join('\n'))
  })
})

describe('deploy/patroni/patroni.yml', () => {
  const { scope, name, restapi, etcd3, bootstrap, postgresql } = parse(read('deploy/patroni/patroni.yml'))
  const { ttl, loop_wait, retry_timeout, synchronous_mode, postgresql: shared } = bootstrap.dcs

  test('loses no answered write, and a dead leader is followed by one in time', () => {
    expect(synchronous_mode).toBe(true)
    expect(shared.parameters).toMatchObject({ synchronous_commit: 'on', wal_log_hints: 'on' })
    // Otherwise Patroni demotes a leader that waits for etcd, or changes the numbers itself.
    expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl)
    expect(ttl).toBeGreaterThanOrEqual(20)
    expect(read('docs/operations.md')).toContain(`\`ttl\` (${ttl} seconds)`)
  })

  test('is one member of three, named by its own address', () => {
    expect([scope, name]).toEqual(['aviary', 'db1'])
    const own = restapi.listen.split(':')[0]
    for (const address of [restapi.connect_address, postgresql.listen, postgresql.connect_address])
      expect(address).toMatch(new RegExp(`^${own}:\\d+$`))
    expect(etcd3.hosts).toHaveLength(3)
  })
})
