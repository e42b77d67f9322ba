import { expect, it } from 'vitest'
import { restoreTheme, setTheme } from './theme.ts'

const dark = () => document.documentElement.classList.contains('dark')

it('applies a theme and stores it under the key theme', () => {
  setTheme('dark')
  expect(dark()).toBe(true)
  expect(localStorage.getItem('theme')).toBe('dark')
  setTheme('light')
  expect(dark()).toBe(false)
  expect(localStorage.getItem('theme')).toBe('light')
})

it('restores what is stored', () => {
  localStorage.setItem('theme', 'dark')
  restoreTheme()
  expect(dark()).toBe(true)
})

it("takes the device's preference when nothing, or nonsense, is stored", () => {
  localStorage.setItem('theme', 'purple')
  restoreTheme()
  expect(dark()).toBe(false)
})
