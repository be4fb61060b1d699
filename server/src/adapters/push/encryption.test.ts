import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptPush } from '#testing/push-service.ts';
import { encryptFor, isPublicKey, TEXT_BYTES_MAX } from './encryption.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

function keyPair(privateKey: string) {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(bytes(privateKey));
  return ecdh;
}

/** The example of RFC 8291, section 5 and appendix A. */
const RFC = {
  text: 'When I grow up, I want to be a watermelon',
  sender: keyPair('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  browser: keyPair('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
  auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('encrypts the example of RFC 8291 to the same bytes', () => {
  const target = { p256dh: RFC.browser.getPublicKey(), auth: RFC.auth };
  const body = encryptFor(target, Buffer.from(RFC.text), { salt: RFC.salt, sender: RFC.sender });
  expect(body.toString('base64url')).toBe(RFC.body);
  expect(decryptPush({ ecdh: RFC.browser, auth: RFC.auth }, body)).toBe(RFC.text);
});

test('uses another salt and key for every message', () => {
  const target = { p256dh: RFC.browser.getPublicKey(), auth: RFC.auth };
  const [first, second] = [encryptFor(target, Buffer.from('same')), encryptFor(target, Buffer.from('same'))];
  expect(first.subarray(0, 86)).not.toEqual(second.subarray(0, 86));
  for (const body of [first, second]) {
    expect(decryptPush({ ecdh: RFC.browser, auth: RFC.auth }, body)).toBe('same');
  }
});

test('the longest text fills one record of 4096 bytes', () => {
  const target = { p256dh: RFC.browser.getPublicKey(), auth: RFC.auth };
  expect(encryptFor(target, Buffer.alloc(TEXT_BYTES_MAX, 'ş')).length).toBe(4_096);
});

test('recognises keys of browsers', () => {
  expect(isPublicKey(RFC.browser.getPublicKey())).toBe(true);
  const outside = RFC.browser.getPublicKey();
  outside[64]! ^= 1;
  for (const key of [outside, RFC.browser.getPublicKey(null, 'compressed'), Buffer.alloc(65), Buffer.alloc(0)]) {
    expect(isPublicKey(key)).toBe(false);
  }
});
