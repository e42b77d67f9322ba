import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { REVOCABLE_CONSENTS, type MyDataReply } from '@strikewise/wire/data-rights.ts'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { epochOf, istDay, istMinute } from '../../lib/ist-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { useMyDataChange } from './queries.ts'

const NAMES: Readonly<Record<string, MessageDescriptor>> = {
  terms: msg`Terms of use`,
  privacy: msg`Privacy policy`,
  adult: msg`18 or older`,
  zerodha_disclosure: msg`Risk disclosure`,
  auto_execute: msg`Auto execution`,
  live_edge: msg`Live trading without a proven edge`,
}

type Consents = MyDataReply['consents']

/** Every word given or taken back, with what it was about; what may be taken back has its button. */
export function ConsentsCard({ consents }: { consents: Consents }) {
  const { t } = useLingui()
  const withdraw = useMyDataChange((kind: (typeof REVOCABLE_CONSENTS)[number]) =>
    api.call('withdrawConsent', { body: { kind } }),
  )
  const standing = REVOCABLE_CONSENTS.filter((kind) => consents.find((one) => one.kind === kind)?.given === true)
  const nameOf = (kind: string) => {
    const known = NAMES[kind]
    return known === undefined ? kind : t(known)
  }
  return (
    <Card aria-labelledby="consents">
      <CardHeader id="consents" title={t`Consents`} />
      <TableFrame label={t`Your consents`}>
        <Table cards>
          <thead>
            <tr>
              <Th>
                <Trans>Consent</Trans>
              </Th>
              <Th>
                <Trans>State</Trans>
              </Th>
              <Th>
                <Trans>When</Trans>
              </Th>
              <Th>
                <Trans>Version</Trans>
              </Th>
              <Th>
                <Trans>Hash of the text</Trans>
              </Th>
            </tr>
          </thead>
          <tbody>
            {consents.map((one) => (
              <tr key={`${one.kind} ${one.at} ${one.given}`}>
                <Td head="start">{nameOf(one.kind)}</Td>
                <Td head="end">{one.given ? t`given` : t`withdrawn`}</Td>
                <Td label={t`When`}>{whenText(one.at)}</Td>
                <Td label={t`Version`}>{one.version}</Td>
                <Td label={t`Hash of the text`} className="font-mono text-xs">
                  {one.text_hash?.slice(0, 12) ?? t`not stored`}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
      <div className="space-y-3 p-4 text-sm">
        {standing.map((kind) => (
          <div key={kind} className="flex flex-wrap items-center justify-between gap-2">
            <span>{nameOf(kind)}</span>
            <Button tone="secondary" size="sm" busy={withdraw.isPending} onClick={() => withdraw.mutate(kind)}>
              <Trans>Withdraw</Trans>
            </Button>
          </div>
        ))}
        <p className="text-ink-3">
          <Trans>
            After you withdraw, no new entries are made for you; open trades keep their exits. Consent to the terms ends
            with the account.
          </Trans>
        </p>
        {withdraw.isError && (
          <Notice tone="down" role="alert">
            {errorDetail(withdraw.error)}
          </Notice>
        )}
      </div>
    </Card>
  )
}

function whenText(iso: string): string {
  const at = epochOf(iso)
  return at === undefined ? iso : `${istDay(at)}, ${istMinute(at)}`
}
