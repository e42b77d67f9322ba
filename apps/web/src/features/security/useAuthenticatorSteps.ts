import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { formText } from '../../lib/form-text.ts'
import { identity } from '../../lib/identity.ts'
import { securityQuery } from '../../lib/queries.ts'
import { toast } from '../../ui/toasts.tsx'
import { codeFailureText } from '../identity/sign-in-failure.ts'
import { passwordFailureText } from './password-failure.ts'

/** What an app needs to be set up with, and the codes for when it is lost. */
interface SetUp {
  readonly uri: string
  readonly backupCodes: readonly string[]
}

type Step = { at: 'idle' } | { at: 'password' } | ({ at: 'scan' } & SetUp) | ({ at: 'codes' } & SetUp)

/** The steps of switching the second factor on or off: where they stand, and what leads from one to the next. */
export function useAuthenticatorSteps() {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>({ at: 'idle' })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  const go = (next: Step) => {
    setFailure(undefined)
    setStep(next)
  }
  /** Runs one step of the form that was sent; what it returns is why it was refused. */
  const submit = (work: (form: FormData) => Promise<string | undefined>) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setFailure(undefined)
    setBusy(true)
    void work(form)
      .catch(() => codeFailureText({}))
      .then(setFailure)
      .finally(() => setBusy(false))
  }
  const begin = submit(async (form) => {
    const { data, error } = await identity.twoFactor.enable({ password: formText(form, 'password') })
    if (error) return passwordFailureText(error)
    if (data.method === 'totp') go({ at: 'scan', uri: data.totpURI, backupCodes: data.backupCodes })
    return undefined
  })
  const verify = (setUp: SetUp) =>
    submit(async (form) => {
      const { error } = await identity.twoFactor.verifyTotp({ code: formText(form, 'code').replaceAll(/\s/g, '') })
      if (error) return codeFailureText(error)
      go({ ...setUp, at: 'codes' })
      await queries.invalidateQueries({ queryKey: securityQuery.queryKey })
      return undefined
    })
  const switchOff = submit(async (form) => {
    const { error } = await identity.twoFactor.disable({ password: formText(form, 'password') })
    if (error) return passwordFailureText(error)
    go({ at: 'idle' })
    toast.success(t`The authenticator app is no longer asked for.`)
    await queries.invalidateQueries({ queryKey: securityQuery.queryKey })
    return undefined
  })
  return { step, busy, failure, go, begin, verify, switchOff }
}
