import { css } from 'lit';

/**
 * Every variable that a page may set, with its default, and what follows from them. The brand's colour is
 * kept as it is for surfaces; as text, as a border and as the focus ring it is moved towards black
 * or white until it stands out from whatever `surface` is (docs/decisions/0006). Lays out nothing.
 */
export const colourStyles = css`
  :host {
    --_brand: var(--svc-link-accent, light-dark(#3156d3, #a9bcff));
    --_surface: var(--svc-link-surface, light-dark(#fff, #17191e));
    --_subtle: var(--svc-link-subtle, light-dark(#f4f5f8, #20232a));
    --_text: var(--svc-link-text, light-dark(#14171f, #eef0f4));
    --_muted: var(--svc-link-muted, light-dark(#59606e, #a6adba));
    --_border: var(--svc-link-border, light-dark(#e4e7ec, #2d3138));
    --_control: var(--svc-link-control, light-dark(#858c9a, #767e8c));
    --_danger: var(--svc-link-danger, light-dark(#b3261e, #ffb3ab));
    --_success: var(--svc-link-success, light-dark(#14713f, #7fd9a6));
    --_radius: var(--svc-link-radius, 0.75rem);
    --_density: var(--svc-link-density, 1);
    --_space: calc(var(--svc-link-space, 1rem) * var(--_density));
    --_pad: calc(var(--_space) * 1.5);
    --_tall: max(2.75rem, 3rem * var(--_density));
    --_row: max(3.25rem, 4.5rem * var(--_density));
    --_logo: min(2.75rem, var(--_row) - 1rem);
    /* For browsers without the colours below: so dark that white text can be read on it, whatever the brand's colour is. */
    --_accent: color-mix(in srgb, var(--_brand), #000 55%);
    --_on-accent: #fff;
    --_link: var(--_text);
  }
  /* Luminance is a channel of this colour space, so the contrast that WCAG asks for can be calculated. */
  @supports (color: color(from light-dark(red, red) xyz-d65 x y z)) {
    :host {
      --_accent: var(--_brand);
      --_bright: clamp(0, (0.18 - y) * 999, 1);
      --_on-accent: var(
        --svc-link-on-accent,
        color(
          from var(--_accent) xyz-d65 calc(0.9505 * var(--_bright)) var(--_bright)
            calc(1.089 * var(--_bright)) / 1
        )
      );
      /* Carries the surface's luminance y as alpha = (1 + y) / 2, and the accent's channels, each divided by 2 alpha. */
      --_both: color-mix(in xyz-d65, var(--_accent), color(from var(--_surface) xyz-d65 0 0 0 / y));
      --_on-dark: clamp(0, (0.59 - alpha) * 999, 1);
      /* The shares of white and of the accent. A contrast of 5.2 on the surface leaves 4.5 on the subtle surface. */
      --_white: (
        var(--_on-dark) *
          max(0, (min(1, (2 * alpha - 0.95) * 5.2 - 0.05) - y * 2 * alpha) / (1.001 - y * 2 * alpha))
      );
      --_keep: 2 * alpha * (1 - var(--_white)) *
        min(1, max(var(--_on-dark), ((2 * alpha - 0.95) / 5.2 - 0.05) / (y * 2 * alpha)));
      --_link: color(
        from var(--_both) xyz-d65 calc(x * var(--_keep) + 0.9505 * var(--_white))
          calc(y * var(--_keep) + var(--_white)) calc(z * var(--_keep) + 1.089 * var(--_white)) / 1
      );
    }
  }
`;
