import * as z from 'zod'
import { afterEach, expect, it } from 'vitest'
import { fieldErrorText, fieldResolver } from './form-fields.ts'
import { restoreLanguage, setLanguage } from '../lib/language.ts'

afterEach(() => setLanguage('en'))

const schema = z.object({ name: z.string().min(1), lots: z.number().min(2) })
const options = { fields: {}, shouldUseNativeValidation: false }

it('gives the values that pass', async () => {
  expect(await fieldResolver(schema)({ name: 'a', lots: 2 }, undefined, options)).toEqual({
    values: { name: 'a', lots: 2 },
    errors: {},
  })
})

it('shows what is wrong with a field in the language shown, also when it changes', async () => {
  await restoreLanguage()
  const { errors } = await fieldResolver(schema)({ name: '', lots: 1 }, undefined, options)
  const texts = () => [fieldErrorText(errors.name), fieldErrorText(errors.lots)]
  expect(texts()).toEqual(['Required', 'Must be at least 2'])
  await setLanguage('hi')
  expect(texts()).toEqual(['ज़रूरी है', expect.stringMatching(/2.*\p{Script=Devanagari}/u)])
  expect(fieldErrorText(undefined)).toBeUndefined()
})
