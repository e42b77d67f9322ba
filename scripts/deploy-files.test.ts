import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { judgeSettings } from '../apps/server/src/configuration/judge-settings.ts'
import { ROLES } from '../apps/server/src/environment.ts'
import { ROOT } from './command.ts'
import { PORTS } from './ports.ts'

const DEPLOY = join(ROOT, 'deploy')
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')
const scratch = mkdtempSync(join(tmpdir(), 'strikewise-deploy-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe('deploy/Containerfile', () => {
  const text = read('Containerfile')

  it('ends as a user without rights, with a health check, and starts the command of a release', () => {
    expect(text.slice(text.lastIndexOf('FROM '))).toMatch(/^USER 10001:10001$/m)
    expect(text).toMatch(/^HEALTHCHECK .* CMD \["\/opt\/strikewise\/strikewise", "health"\]$/m)
    expect(text).toMatch(/^ENTRYPOINT \["\/opt\/strikewise\/strikewise"\]$/m)
    expect(text).toMatch(/^EXPOSE (\d+)$/m)
    expect(/^EXPOSE (\d+)$/m.exec(text)![1]).toBe(String(PORTS.server))
  })

  it('takes nothing from outside but the base image and the archive, whose sums it checks', () => {
    expect([...text.matchAll(/^(?:ADD|COPY) (?!--from)(.*)$/gm)].map(([, what]) => what)).toEqual([
      '${ARCHIVE} ${ARCHIVE}.sha256 /archive/',
    ])
    expect(text.match(/sha256sum --check --strict/g)).toHaveLength(2)
    expect(text).not.toMatch(/apt-get|npm|curl|wget/)
  })
})

describe('deploy/compose.yaml', () => {
  const text = read('compose.yaml')
  const services = Object.fromEntries(
    text
      .slice(text.indexOf('\nservices:'), text.indexOf('\nsecrets:'))
      .split(/^ {2}(?=[a-z]+:\n)/m)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf(':')), part]),
  )

  it('has a container for each role, and the services that they need', () => {
    for (const role of ROLES) expect(services[role]).toContain(`server, --roles, ${role}]`)
    expect(Object.keys(services).toSorted()).toEqual(
      ['machine', 'postgres', 'nats', 'sandbox', 'prometheus', 'grafana', ...ROLES].toSorted(),
    )
  })

  it('opens ports on this machine only, and names a version of every image', () => {
    const ports = [...text.matchAll(/^ {6}- (\S+:\d+:\d+)/gm)].map(([, port]) => port!)
    expect(ports).toHaveLength(4)
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:(\d+):\1$/)
    const images = [...text.matchAll(/^ +image: docker\.io\/(\S+)$/gm)].map(([, image]) => image!)
    expect(images).toHaveLength(4)
    for (const image of images) expect(image).toMatch(/:v?\d/)
  })

  it('mounts only files and folders that exist', () => {
    const mounts = [...text.matchAll(/- \.\/([^:\s]+):/g)].map(([, path]) => path!)
    expect(mounts).toHaveLength(3)
    for (const path of mounts) expect(existsSync(join(DEPLOY, path)), path).toBe(true)
    expect(existsSync(join(DEPLOY, 'prometheus/prometheus.yaml'))).toBe(true)
  })

  it('has no right, no root folder to write to and no secret of its own in a container of the program', () => {
    const program = text.slice(text.indexOf('x-program'), text.indexOf('\nservices:'))
    for (const line of ['read_only: true', 'cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']"])
      expect(program).toContain(line)
    for (const name of [...ROLES, 'sandbox']) expect(services[name]).toContain('<<: *program')
    expect(text).not.toMatch(/(?:password|key): *[0-9a-f]{16}/i)
  })

  it('has secrets that its script makes, once, and that the server accepts', () => {
    cpSync(join(DEPLOY, 'compose'), scratch, { recursive: true })
    const make = () => spawnSync('sh', [join(scratch, 'make-secrets.sh')], { encoding: 'utf8' })
    expect(make().stderr).toBe('')
    const settings = parseEnv(readFileSync(join(scratch, 'settings.env'), 'utf8'))
    expect(judgeSettings({ ...settings, HOST: '0.0.0.0' }).findings).toEqual([])
    expect(settings['DATABASE_URL']).toContain(`:${readFileSync(join(scratch, 'postgres-password'), 'utf8')}@127.0.0.1`)
    expect(make().status).toBe(1)
    for (const [, file] of text.matchAll(/\{ file: \.\/compose\/(\S+) \}/g))
      expect(existsSync(join(scratch, file!))).toBe(true)
  })
})
