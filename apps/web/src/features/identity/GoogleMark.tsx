/** Google's mark as its sign-in guidelines draw it, for the external sign-in button. */
export function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M22.5 12.27c0-.79-.07-1.54-.2-2.27H12v4.51h5.89a5.04 5.04 0 0 1-2.18 3.3v2.74h3.53c2.07-1.9 3.26-4.7 3.26-8.28Z"
      />
      <path
        fill="#34a853"
        d="M12 23c2.95 0 5.42-.98 7.23-2.65l-3.53-2.74c-.98.66-2.23 1.05-3.7 1.05-2.85 0-5.26-1.92-6.12-4.51H2.23v2.83A11 11 0 0 0 12 23Z"
      />
      <path fill="#fbbc05" d="M5.88 14.15a6.6 6.6 0 0 1 0-4.3V7.02H2.23a11 11 0 0 0 0 9.96l3.65-2.83Z" />
      <path
        fill="#ea4335"
        d="M12 5.34c1.6 0 3.05.55 4.18 1.64l3.13-3.13A10.98 10.98 0 0 0 2.23 7.02l3.65 2.83C6.74 7.26 9.15 5.34 12 5.34Z"
      />
    </svg>
  )
}
