/** What was typed into a named field of a form; empty when there is none (or it holds a file). */
export function formText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
