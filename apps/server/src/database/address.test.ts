import pg from 'pg'
import { expect, test } from 'vitest'
import { InvalidAddress, readAddress } from './address.ts'

/** The target, and the hosts and passwords that the driver would use. */
function read(text: string) {
  const address = readAddress(text)
  const clients = address.hosts.map((host) => new pg.Client(address.urlOf(host)))
  const hosts = clients.map(({ host, port, database, user }) => `${user}@${host}:${port}/${database}`)
  return {
    target: address.target,
    hosts,
    passwords: new Set(clients.map(({ password }) => password)),
  }
}

test('a single host goes to the driver as it was given', () => {
  const given = 'postgresql://aviary:s%40cret@db.example:6432/aviary?sslmode=verify-full'
  const address = readAddress(given)
  expect(address.urlOf(address.hosts[0])).toBe(given)
  expect(address.target).toBe('any')
  expect(read('postgres://aviary@/aviary?host=/var/run/postgresql').hosts).toEqual([
    'aviary@/var/run/postgresql:5432/aviary',
  ])
})

test.each([
  'postgres://aviary:s%40cret@db1.example:5433,[::1],10.0.0.3:5435/aviary',
  'postgresql://aviary:s%40cret@/aviary?host=db1.example,::1,10.0.0.3&port=5433,5432,5435',
  "host=db1.example,::1,10.0.0.3 port=5433,5432,5435 dbname=aviary user='aviary' password = 's@cret'",
])('several hosts: %s', (text) => {
  expect(read(text)).toEqual({
    target: 'read-write',
    hosts: ['aviary@db1.example:5433/aviary', 'aviary@::1:5432/aviary', 'aviary@10.0.0.3:5435/aviary'],
    passwords: new Set(['s@cret']),
  })
})

test('one port applies to all hosts, and target_session_attrs sets the target', () => {
  const clientOptions = read('postgres://aviary@a,b/aviary?port=6000&target_session_attrs=primary')
  expect(clientOptions).toMatchObject({
    target: 'primary',
    hosts: ['aviary@a:6000/aviary', 'aviary@b:6000/aviary'],
  })
})

test.each([
  'mysql://a/b',
  'nonsense',
  'host=a dbname',
  'postgres://a,,b/aviary',
  'postgres://a,b/aviary?port=1,2,3',
  'postgres://a,b/aviary?target_session_attrs=standby',
  'postgres://user:se%cret@a:port/aviary',
])('%s is refused without repeating it', (text) => {
  const reading = () => readAddress(text)
  expect(reading).toThrow(InvalidAddress)
  expect(reading).not.toThrow(/se%cret/)
})
