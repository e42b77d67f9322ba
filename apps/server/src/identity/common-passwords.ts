/**
 * The passwords of eight letters and more that head every published list of breached ones, in lower case. Whoever
 * guesses starts here, within the few tries the rate limit leaves.
 */
const COMMON = new Set(
  `12345678 123456789 1234567890 12345678910 0123456789 1234567891 987654321 9876543210 87654321 123123123 1231231234
  11111111 111111111 1111111111 00000000 000000000 0000000000 88888888 99999999 66666666 55555555 22222222 12341234
  11223344 1122334455 112233445566 12121212 123321123 147258369 159753456 123654789 789456123 password password1
  password12 password123 password1234 passw0rd p@ssword p@ssw0rd password! password1! pass1234 passpass qwerty12
  qwerty123 qwerty1234 qwertyui qwertyuiop qwertyuiop123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc q1w2e3r4 q1w2e3r4t5
  qazwsxedc asdfasdf asdfghjk asdfghjkl zxcvbnm1 zxcvbnm123 abcd1234 abcdefgh abc12345 abc123456 a1b2c3d4 a12345678
  aa123456 aa12345678 iloveyou iloveyou1 sunshine sunshine1 princess princess1 football football1 baseball superman
  superman1 michael1 jennifer jessica1 charlie1 trustno1 whatever welcome1 welcome123 welcome@123 letmein1 letmein123
  admin123 admin1234 admin@123 administrator changeme changeme1 computer internet samsung1 google123 facebook starwars
  blink182 liverpool chelsea1 cricket1 cricket123 india123 india@123 india1234 indian123 bharat123 krishna1 krishna123
  ganesh123 sairam123 omsairam jaishreeram hanuman1 trading1 trading123 zerodha123 nifty123 banknifty strikewise
  strikewise1 strikewise123 test1234 testtest testing1 testing123 dragon123 monkey123 master123 shadow123 killer123
  hello123 hello1234 secret123 summer123 winter123 default1 temp1234 guest123 root1234 qwe12345 qweasdzxc asd12345`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/** Whether `password` is one of the first a guesser tries. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase())
}
