const serverSeed = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
const clientSeed = 'alice';
const entropy = '0123456789abcdef0123456789abcdef';
const caseText = '{"v":1,"case":"demo","price":1000,"items":[[1,7992],[2,1598],[3,320],[4,64],[5,25],[6,1]]}';
const caseHash = 'd6400b64b6ff7be295ff0cea26624becd94942bf966b0f1c10e40def732d2293';
const message = `case/1:${clientSeed}:${caseHash}:${entropy}:0:0`;

/** One roll with all its inputs. Anyone can repeat it; a test does. */
export const workedExample = {
  serverSeed,
  serverSeedHash: '2a8abfa8cb9906290437854193ca6bca41d4d4e26d1d454bd66a35158095e737',
  clientSeed,
  entropy,
  caseText,
  caseHash,
  message,
  digest: '3f87a5b61518bcc43c9feae9fa5782eefdb3ae4de7e699d262643a889d8a8d7e',
  firstWordHex: '3f87a5b6',
  firstWord: 1_065_854_390,
  ticket: 4390,
  commands: {
    seed: `printf %s ${serverSeed} | openssl dgst -sha256`,
    table: `printf %s '${caseText}' | openssl dgst -sha256`,
    roll: `printf %s '${message}' | openssl dgst -sha256 -hmac ${serverSeed}`,
  },
} as const;
