"""The addresses of the office."""

from __future__ import annotations

from django.urls import path

from office import views

urlpatterns = [
    path("receipts/<int:number>/", views.receipt, name="receipt"),
    path("receipts/<int:number>/receipt.pdf", views.receipt_pdf, name="receipt_pdf"),
    path("reversals/<int:number>/", views.reversal, name="reversal"),
    path("reversals/<int:number>/reversal.pdf", views.reversal_pdf, name="reversal_pdf"),
]
