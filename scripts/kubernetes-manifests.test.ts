import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { judgeSettings } from '../apps/server/src/configuration/judge-settings.ts'
import { environment, ROLES } from '../apps/server/src/environment.ts'
import { ROOT } from './command.ts'

const FOLDER = join(ROOT, 'deploy/kubernetes')
const KUBECTL = '/usr/bin/kubectl'
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

/** Keys of the Secret that docs/operations.md makes, with values of their form. */
const SECRETS = {
  DATABASE_URL: 'postgres://strikewise:0123456789abcdef@db.example:5432/strikewise?sslmode=verify-full',
  NATS_URL: 'tls://strikewise:0123456789abcdef@nats.example:4222',
  MASTER_KEY: '5f0c9a1be27d4836a1c4f7e92b60d83517fae9c264b80d13966f25cb7e8a40d1',
  SMTP_URL: 'smtps://strikewise:0123456789abcdef@mail.example:465',
  PAYMENTS_KEY_ID: 'rzp_live_0123456789abcd',
  PAYMENTS_KEY_SECRET: '0123456789abcdefghijklmn',
  PAYMENTS_WEBHOOK_SECRET: '0123456789abcdefghijklmn',
}

describe.each(ROLES)('the pods of %s', (role) => {
  const text = read(`${role}.yaml`)

  it('run that role alone, as a user without rights, on a root folder that is read-only', () => {
    expect(text).toContain(`args: [server, --roles, ${role}]`)
    for (const line of [
      'runAsNonRoot: true',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
      'capabilities: { drop: [ALL] }',
      'seccompProfile: { type: RuntimeDefault }',
      'automountServiceAccountToken: false',
    ])
      expect(text).toContain(line)
  })

  it('have the user of the image, its data folder and as long to end as the units', () => {
    const image = readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8')
    const [, user] = /^USER (\d+):/m.exec(image)!
    expect(text).toContain(`runAsUser: ${user}`)
    expect(text).toContain(`mountPath: ${/STRIKEWISE_DATA=(\S+)/.exec(image)![1]} }`)
    const [, seconds] = /^TimeoutStopSec=(\d+)/m.exec(
      readFileSync(join(ROOT, `deploy/systemd/strikewise-${role}.service`), 'utf8'),
    )!
    expect(text).toContain(`terminationGracePeriodSeconds: ${seconds}`)
  })

  it('state what they need and take secrets by reference', () => {
    expect(text).toMatch(/requests: \{ cpu: \d+m, memory: \d+Mi \}\n +limits: \{ memory: /)
    expect(text).toContain('secretRef: { name: strikewise-secrets }')
    expect(text).not.toMatch(/^ +- name: [A-Z_]+\n +value:|kind: Secret/m)
  })

  it('leave one at a time when a node is drained', () => {
    const budgets = read('disruption-budgets.yaml').split('---\n')
    expect(budgets.find((one) => one.includes(`app.kubernetes.io/name: strikewise-${role} }`))).toContain(
      'maxUnavailable: 1',
    )
  })
})

describe('the manifests', () => {
  it('ask the role web for its health, and no role that serves nothing', () => {
    for (const role of ROLES) {
      const probes = [...read(`${role}.yaml`).matchAll(/^ +(\w+Probe):\n +httpGet: \{ path: (\S+), port: http \}$/gm)]
      expect(probes.map(([, probe, path]) => `${probe} ${path}`)).toEqual(
        role === 'web' ? ['startupProbe /healthz', 'livenessProbe /healthz', 'readinessProbe /readyz'] : [],
      )
    }
  })

  it('allow nothing that a policy does not name', () => {
    const policies = read('network-policies.yaml')
    expect(policies).toContain('podSelector: {}\n  policyTypes: [Ingress, Egress]')
    expect([...policies.matchAll(/ingress:\n/g)]).toHaveLength(1)
  })

  it('have settings that the server takes for production, with the secrets that the document names', () => {
    const settings = parseEnv(read('settings.env'))
    for (const name of Object.keys(settings)) expect(Object.keys(environment.shape)).toContain(name)
    const { findings } = judgeSettings({ ...settings, ...SECRETS, HOST: '0.0.0.0' }, true)
    // An overlay sets the addresses; the network policy is what keeps callers other than the ingress away.
    const unsafe = findings
      .filter(({ level }) => level !== 'warning')
      .map(({ level, setting }) => `${level} ${setting}`)
    expect(unsafe.toSorted()).toEqual(['unsafe HOST', 'unsafe MAIL_FROM', 'unsafe SUPPORT_EMAIL'])
    const document = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
    for (const name of Object.keys(SECRETS)) expect(document).toContain(`${name}=`)
  })
})

describe.skipIf(!existsSync(KUBECTL))(
  'by kubectl kustomize (no package of Debian: skipped where it is missing)',
  () => {
    it('every resource is built, in one namespace, with the hash of its settings in its name', () => {
      const { stdout, stderr, status } = spawnSync(KUBECTL, ['kustomize', FOLDER], { encoding: 'utf8' })
      expect(stderr).toBe('')
      expect(status).toBe(0)
      const resources = stdout.split('---\n').filter((one) => one.includes('kind: '))
      const kinds = resources.map((one) => /^kind: (\w+)$/m.exec(one)![1]!).toSorted()
      expect(kinds).toEqual(
        [
          'ConfigMap',
          'Deployment',
          'Deployment',
          'Deployment',

          'Namespace',
          'NetworkPolicy',
          'NetworkPolicy',
          'NetworkPolicy',

          ...ROLES.map(() => 'PodDisruptionBudget'),
          'Service',
          'Service',

          'StatefulSet',
        ].toSorted(),
      )
      for (const one of resources.filter((text) => !text.includes('kind: Namespace')))
        expect(one).toMatch(/^ {2}namespace: strikewise$/m)
      expect(stdout.match(/name: strikewise-settings-[a-z0-9]{10}\n/g)).toHaveLength(5)
    })
  },
)
