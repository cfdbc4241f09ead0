import { expect, it } from 'vitest';
import { nextZoom, pixelWidth, scrollTo } from './pagePicture';

it('zooms in steps and ends at both sides', () => {
  expect([nextZoom(100, 1), nextZoom(150, 1), nextZoom(300, 1)]).toEqual([150, 200, null]);
  expect([nextZoom(300, -1), nextZoom(100, -1)]).toEqual([200, null]);
});

it('asks for a picture as sharp as the screen, in few widths and within bounds', () => {
  expect(pixelWidth(960, 100, 1)).toBe(1_200);
  expect(pixelWidth(960, 100, 2)).toBe(2_000);
  expect(pixelWidth(961, 300, 2)).toBe(2_400);
  expect(pixelWidth(0, 100, 1)).toBe(400);
});

it('shows a mark in the middle of the box, and the start where it is near', () => {
  const mark = { left: 0.1, top: 0.5, width: 0.2, height: 0.02 };
  expect(scrollTo(mark, { picture: 1_000, box: 1_000 }, { picture: 1_400, box: 600 })).toEqual({
    left: 0,
    top: 414,
  });
});
